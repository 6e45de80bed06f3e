import { expect, it } from "vitest";
import type { Loose } from "../../model/library.ts";
import { type Changes, differences, said } from "./config-differences.ts";

const LOANS = "entities/loans.json";
const loans = (change: (json: Loose) => void): Changes => ({ [LOANS]: change });
const app = (change: (json: Loose) => void): Changes => ({ "app.json": change });

type Row = readonly [what: string, changes: Changes, there: readonly string[], back: readonly string[]];
const ROWS: readonly Row[] = [
  [
    "records that are the same but for no _id count one by one",
    {
      "samples/loans.json": (json) => {
        const { _id, ...loan } = json[0];
        delete loan.number;
        json.push({ ...loan, number: "L-9001" }, { ...loan, number: "L-9002" });
      },
    },
    ["loan | records added:  → 2 @samples/loans.json"],
    ["loan | records removed: 2 →  @samples/loans.json"],
  ],
  [
    "a tab without a label is called by its number",
    loans((json) => {
      json.form.tabs = [
        { label: "Main", fields: ["number", "book", "member", "lentOn"] },
        { label: "More", fields: ["email", "reason"] },
      ];
    }),
    [
      "loan | tab changed:  → Main @entities/loans.json/form/tabs/0",
      "loan > More | tab added:  → Reader's e-mail, Why so often @entities/loans.json/form/tabs/1",
      "loan > Reader's e-mail | field moved: 1 → More @entities/loans.json/form/tabs/1",
      "loan > Why so often | field moved: 1 → More @entities/loans.json/form/tabs/1",
    ],
    [
      "loan > Main | tab changed: Main →  @entities/loans.json/form/tabs/0",
      "loan > More | tab removed: Reader's e-mail, Why so often →  @entities/loans.json/form/tabs/1",
      "loan > Reader's e-mail | field moved: More → 1 @entities/loans.json/form/tabs/0",
      "loan > Why so often | field moved: More → 1 @entities/loans.json/form/tabs/0",
    ],
  ],
  [
    "a group of the menu moves, and another comes",
    app((json) => {
      json.menu = [
        ...json.menu.slice(1),
        { label: "Lists", permission: "stock", entities: ["reading-lists"] },
        { label: "Stock", permission: ["stock", "shelving"], entities: ["books", "subjects"] },
      ];
    }),
    [
      "Lists | menu added:  → Reading lists @app.json/menu/2",
      "Stock | menu moved: 1 → 4 @app.json/menu/3",
      "Stock | label changed: en: Stock, de: Bestand → Stock @app.json/menu/3/label",
      "Stock | icon removed: book →  @app.json/menu/3/icon",
      "Stock | entities removed: Reading lists →  @app.json/menu/3/entities",
    ],
    [
      "Stock | menu moved: 4 → 1 @app.json/menu/0",
      "Stock | label changed: Stock → en: Stock, de: Bestand @app.json/menu/0/label",
      "Stock | icon added:  → book @app.json/menu/0/icon",
      "Stock | entities added:  → Reading lists @app.json/menu/0/entities/2",
      "Lists | menu removed: Reading lists →  @app.json/menu/2",
    ],
  ],
  [
    "two groups of the menu come",
    app((json) => {
      json.menu[0].entities = ["books"];
      json.menu.push(
        { label: "Lists", permission: "stock", entities: ["reading-lists"] },
        { label: "Topics", permission: "stock", entities: ["subjects"] },
      );
    }),
    [
      "Stock | entities removed: Subjects →  @app.json/menu/0/entities",
      "Stock | entities removed: Reading lists →  @app.json/menu/0/entities",
      "Lists | menu added:  → Reading lists @app.json/menu/3",
      "Topics | menu added:  → Subjects @app.json/menu/4",
    ],
    [
      "Stock | entities added:  → Subjects @app.json/menu/0/entities/1",
      "Stock | entities added:  → Reading lists @app.json/menu/0/entities/2",
      "Lists | menu removed: Reading lists →  @app.json/menu/3",
      "Topics | menu removed: Subjects →  @app.json/menu/4",
    ],
  ],
  [
    "a view is the default; that another one is not means nothing",
    loans((json) => {
      json.list.views[0].default = false;
      json.list.views[1].default = true;
    }),
    ["loan > Long away | default changed: false → true @entities/loans.json/list/views/1/default"],
    ["loan > Long away | default changed: true → false @entities/loans.json/list/views/1/default"],
  ],
  [
    "tests inside tests have brackets",
    loans((json) => {
      json.schema.properties.reason.conditions[0].when = {
        all: [
          { any: [{ field: "renewals", below: 2 }, { mode: "create" }] },
          {
            not: {
              all: [
                { field: "returned", is: true },
                { field: "email", empty: true },
              ],
            },
          },
        ],
      };
    }),
    [
      "loan > Why so often | conditions changed: show: false (renewals below 2) → show: false ((renewals below 2 | mode create) & not (returned is true & email empty true)) @entities/loans.json/schema/properties/reason/conditions/0",
    ],
    [
      "loan > Why so often | conditions changed: show: false ((renewals below 2 | mode create) & not (returned is true & email empty true)) → show: false (renewals below 2) @entities/loans.json/schema/properties/reason/conditions/0",
    ],
  ],
  [
    "all conditions go",
    loans((json) => {
      const { reason } = json.schema.properties;
      for (const key of ["conditions", "whenHidden", "messages"]) delete reason[key];
    }),
    [
      "loan > Why so often | whenHidden removed: keep →  @entities/loans.json/schema/properties/reason/whenHidden",
      "loan > Why so often | conditions removed: show: false (renewals below 2) →  @entities/loans.json/schema/properties/reason/conditions",
      "loan > Why so often | conditions removed: require: true (renewals above 3) →  @entities/loans.json/schema/properties/reason/conditions",
      "loan > Why so often | conditions removed: disable: true, require: false (returned is true) →  @entities/loans.json/schema/properties/reason/conditions",
      "loan > Why so often | messages removed: required: Why so often is missing →  @entities/loans.json/schema/properties/reason/messages",
    ],
    [
      "loan > Why so often | whenHidden added:  → keep @entities/loans.json/schema/properties/reason/whenHidden",
      "loan > Why so often | conditions added:  → show: false (renewals below 2) @entities/loans.json/schema/properties/reason/conditions/0",
      "loan > Why so often | conditions added:  → require: true (renewals above 3) @entities/loans.json/schema/properties/reason/conditions/1",
      "loan > Why so often | conditions added:  → disable: true, require: false (returned is true) @entities/loans.json/schema/properties/reason/conditions/2",
      "loan > Why so often | messages added:  → required: Why so often is missing @entities/loans.json/schema/properties/reason/messages",
    ],
  ],
  [
    "a list becomes a text, an object a text, a text an empty one",
    loans((json) => {
      json.display.subtitle = "number";
      json.rights.create = "lending";
      json.form.rail = [];
      json.schema.properties.number.placeholder = "";
    }),
    [
      "loan | display.subtitle changed: en: {member}, {lentOn}, de: {lentOn}: {member} → number @entities/loans.json/display/subtitle",
      'loan > Number | placeholder changed: L-0001 → "" @entities/loans.json/schema/properties/number/placeholder',
      "loan | form.rail removed: returned →  @entities/loans.json/form/rail",
      "loan | form.rail removed: returnedOn →  @entities/loans.json/form/rail",
      "loan | form.rail removed: renewals →  @entities/loans.json/form/rail",
      "loan | rights.create changed: lending, reading → lending @entities/loans.json/rights/create",
    ],
    [
      "loan | display.subtitle changed: number → en: {member}, {lentOn}, de: {lentOn}: {member} @entities/loans.json/display/subtitle",
      'loan > Number | placeholder changed: "" → L-0001 @entities/loans.json/schema/properties/number/placeholder',
      "loan | form.rail added:  → returned @entities/loans.json/form/rail/0",
      "loan | form.rail added:  → returnedOn @entities/loans.json/form/rail/1",
      "loan | form.rail added:  → renewals @entities/loans.json/form/rail/2",
      "loan | rights.create changed: lending → lending, reading @entities/loans.json/rights/create",
    ],
  ],
];

it.each(ROWS)("%s, each way with its place", async (_what, changes, there, back) => {
  const found = await differences(changes);
  const placed = ({ changes }: typeof found.there) =>
    changes.map((change) => `${said(change)} @${change.file}${change.path}`);
  expect(placed(found.there)).toEqual(there);
  expect(placed(found.back)).toEqual(back);
});
