import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { type Loose, libraryWith, PICTURES, PLUGINS } from "../../model/library.ts";
import { expectGone } from "./applied-hint.ts";

const BOOKS = "entities/books.json";
const LISTS = "entities/reading-lists.json";
type Changes = NonNullable<Parameters<typeof libraryWith>[0]>;
const books = (change: (json: Loose) => void): Changes => ({ [BOOKS]: change });
const isbn = (more: object) => books((json) => Object.assign(json.schema.properties.isbn, more));
const titled = (title: string): Changes => ({
  [LISTS]: (json) => {
    json.display.title = title;
  },
});

async function said(changes: Changes, plugins = PLUGINS): Promise<string[]> {
  const files = await libraryWith(changes);
  expectGone(files, plugins, PICTURES);
  return checkConfig(files, plugins, PICTURES).problems.map(
    ({ code, path, message, hint }) => `${code} ${path}: ${message} ${hint}`,
  );
}

describe("a display", () => {
  it("is missing though the label is an empty text, and not said to be where the file has no label", async () => {
    const unnamed = (change: (json: Loose) => void) =>
      said(
        books((json) => {
          delete json.labelField;
          change(json);
        }),
      );
    const missing =
      'MISSING_KEY : Nothing says how a record is named. Add "labelField": "…" or "display": { "title": "…" }.';
    const empty = (json: Loose) => {
      json.label = "";
    };
    expect(await unnamed(empty)).toEqual([missing]);
    expect(await unnamed((json) => delete json.label)).toEqual([
      'MISSING_KEY : The key "label" is missing. Add "label": "…".',
    ]);
    const inTitle = (display: unknown) =>
      unnamed((json) => {
        json.display = display;
      });
    expect((await inTitle("title")).join()).not.toContain(missing);
    expect((await unnamed((json) => Object.assign(json, { labelField: 3 }))).join()).not.toContain(missing);
  });

  it.each(["", "{}"])("with the title %j names a field without a name", async (title) => {
    expect(await said(titled(title))).toEqual([
      'UNKNOWN_FIELD /display/title: The title shows "", but there is no such field. Write one of "name", "books", "_id", "createdAt", "updatedAt", "updatedBy", "updatedById", "isProtected".',
    ]);
  });

  it("has a picture of a field that there is", async () => {
    const covr = books((json) => {
      json.display.image = "covr";
    });
    expect(await said(covr)).toEqual([
      'UNKNOWN_FIELD /display/image: The picture is "covr", but there is no such field. Write the name of a field as it stands before the colon, not its title, or add the field.',
    ]);
  });

  it.each([
    ["widht", '"fileName", "imgUrl", "expiresAt"'],
    ["fileName.x", '"imgUrl", "expiresAt"'],
  ])("has the parts of a picture, and no %s", async (part, others) => {
    const problems = await said(
      books((json) => {
        json.display.subtitle = `{cover.${part}}`;
      }),
    );
    expect(problems).toEqual([
      `UNKNOWN_FIELD /display/subtitle: The subtitle shows "cover.${part}", but there is no "${part.split(".")[0]}". Write one of ${others}.`,
    ]);
  });
});

describe('a condition that shows what is shown anyway: what to write in place of its "show": true', () => {
  const NOTHING =
    'CONDITION /schema/properties/isbn/conditions/0: "show": true does nothing here: a field is shown unless a condition before it hides it.';
  const available = { when: { field: "available", is: true }, show: true };
  const novel = { when: { field: "genre", is: "novel" }, show: true };
  const old = { when: { field: "year", below: 1900 }, show: false };
  const instead = '{ "when": { "field": "available", "isNot": true }, "show": false }';
  const genre = (test: object) => ({ when: { field: "genre", ...test }, show: true });
  const notNovel = { when: { not: { field: "genre", is: "novel" } }, show: true };

  // biome-ignore format: a table, one row a case
  const ROWS: readonly (readonly [conditions: readonly object[], hint: string])[] = [
    // After one that hides, it has an effect.
    [[available, old, novel], `Write ${instead}.`],
    [[available, novel, old], 'Remove each "show": true, and add one condition for all: { "when": { "not": { "any": [{ "field": "available", "is": true }, { "field": "genre", "is": "novel" }] } }, "show": false }.'],
    [[genre({ isNot: "novel" })], 'Write { "when": { "field": "genre", "is": "novel" }, "show": false }.'],
    [[genre({ empty: true })], 'Write { "when": { "field": "genre", "empty": false }, "show": false }.'],
    [[genre({ empty: false })], 'Write { "when": { "field": "genre", "empty": true }, "show": false }.'],
    [[notNovel], 'Write { "when": { "field": "genre", "is": "novel" }, "show": false }.'],
    [[{ ...available, disable: true }], `Remove "show" from it, and add a condition of its own: ${instead}.`],
  ];
  it.each(ROWS)("%j", async (conditions, hint) => {
    expect(await said(isbn({ conditions }))).toEqual([`${NOTHING} ${hint}`]);
  });

  it("and one without any effect does nothing at all", async () => {
    expect(await said(isbn({ conditions: [{ when: { field: "available", is: true } }] }))).toEqual([
      'CONDITION /schema/properties/isbn/conditions/0: The condition does nothing. Add "show", "require" or "disable", each true or false.',
    ]);
  });

  it("and one that tests its own field, inside another, is found out", async () => {
    const problems = await said(
      books((json) => {
        delete json.rights.fields.scores;
        const conditions = [{ when: { field: "scores.staff", is: 2 }, show: false }];
        json.schema.properties.scores.properties.staff.conditions = conditions;
      }),
    );
    expect(problems).toEqual([
      "CONDITION /schema/properties/scores/properties/staff/conditions/0/when/field: The field's condition tests the field itself. Test another field; what a field itself must hold is said by its rules.",
    ]);
  });
});

describe("a translation", () => {
  const translated = (translations: object) =>
    said(
      books((json) => {
        json.translations = translations;
      }),
    );

  it.each([
    [
      { fr: { Books: "Livres" } },
      'UNKNOWN_LANGUAGE /translations/fr: messages.json has no language "fr". Write "en".',
    ],
    [
      { en: { Books: "Books {x}" } },
      "BAD_VALUE /translations/en/Books: Nothing is filled in for {x} here. Take {x} out of the sentence.",
    ],
    [
      { en: { "{a} and {b}": "{b}, {c}" } },
      "BAD_VALUE /translations/en/{a} and {b}: Nothing is filled in for {c} here. This sentence can have {a}, {b}.",
    ],
    [
      { en: { Books: " " } },
      "NO_LABEL /translations/en/Books: The text is empty. Write what people read, or remove the key.",
    ],
  ])("%j: %s", async (translations, says) => {
    expect(await translated(translations)).toEqual([says]);
  });
});

describe("a plugin whose folder came after the start is not unknown, but not there yet", () => {
  const later = (...folders: readonly string[]) => ({ ...PLUGINS, laterFolders: () => folders });
  const shiny = books((json) => {
    json.list.columns[0].cell = "shiny";
  });
  const restart = "came after the start. Restart the server: it loads the plugin then.";

  it("a widget", async () => {
    const widget = isbn({ widget: "shiny" });
    const at = "UNKNOWN_WIDGET /schema/properties/isbn/widget";
    expect(await said(widget, later("plugins/other", "plugins/shiny"))).toEqual([
      `${at}: There is no widget "shiny" yet: plugins/shiny ${restart}`,
    ]);
    // Another plugin, or a cell inside the folder of one, is no widget of that name.
    for (const folder of ["plugins/other", "plugins/shiny/cell"])
      expect(await said(widget, later(folder))).toEqual([
        expect.stringContaining(`${at}: There is no widget "shiny". `),
      ]);
  });

  it("a cell, whose own folder is the one inside the widget's", async () => {
    const at = "UNKNOWN_CELL /list/columns/0/cell";
    expect(await said(shiny, later("plugins/shiny", "plugins/shiny/cell"))).toEqual([
      `${at}: There is no cell "shiny" yet: plugins/shiny/cell ${restart}`,
    ]);
    expect(await said(shiny, later("plugins/shiny"))).toEqual([
      `${at}: There is no cell "shiny" yet: plugins/shiny ${restart}`,
    ]);
  });
});

describe("a pattern of which nobody can tell how long it takes", () => {
  const UNREADABLE =
    "SLOW_PATTERN /schema/properties/isbn/pattern: Nobody can tell whether some text would keep this pattern busy very long. Write it in a plainer way: shorter, with fewer groups inside groups, without names of groups, without references back to them.";
  it.each([
    ["of 501 characters", `^${"a".repeat(500)}`],
    ["of 11 groups inside each other", `^${"(".repeat(11)}a${")".repeat(11)}`],
  ])("%s", async (_what, pattern) => {
    expect(await said(isbn({ pattern }))).toEqual([UNREADABLE]);
  });

  it.each([
    ["500 characters", `^97${"8?".repeat(248)}`],
    ["10 groups inside each other", `^${"(".repeat(10)}97${")".repeat(10)}`],
  ])("but not one of %s", async (_what, pattern) => {
    expect((await said(isbn({ pattern }))).join()).not.toContain("Nobody can tell");
  });
});

it("a role has to see one column of a list, and one of the fields that its search looks into", async () => {
  const unseen = (change: (json: Loose) => void): Changes => ({
    [LISTS]: (json) => {
      json.rights = {
        view: ["stock", "shelving"],
        fields: { note: { view: "stock" }, more: { view: "stock" } },
      };
      for (const name of ["note", "more"]) json.schema.properties[name] = { type: "string", title: name };
      json.schema.properties.books.items.properties.book.reference.label = "title";
      change(json);
    },
  });
  const search = (...fields: readonly string[]) =>
    said(
      unseen((json) => {
        json.list.search = { fields };
      }),
    );
  const columns = (...fields: readonly string[]) =>
    said(
      unseen((json) => {
        json.list.columns = fields.map((field) => ({ field }));
        delete json.list.views;
      }),
    );
  expect(await search("name", "note")).toEqual([]);
  expect(await search("note", "more")).toEqual([
    'RIGHTS /list/search/fields: The role "shelver" searches what it may not see. Let the role see the field, or name another field here.',
  ]);
  expect(await columns("note", "name")).toEqual([]);
  expect(await columns("note", "more")).toEqual([
    'RIGHTS /list/columns: The role "shelver" sees no column of the list. Add a column that it may see.',
  ]);
});

describe("a field", () => {
  it("has no default that leaves out what is required inside it, or has what there is not", async () => {
    const binding = (value: object) =>
      said(
        books((json) => {
          const text = { type: "string", title: "x" };
          const messages = { required: "Say it" };
          const properties = { sewn: { ...text, messages }, glued: text };
          const field = { type: "object", title: "Binding", required: ["sewn"], properties, default: value };
          json.schema.properties.binding = field;
        }),
      );
    const at = "BAD_DEFAULT /schema/properties/binding/default";
    expect(await binding({ sewn: "yes" })).toEqual([]);
    expect(await binding({ glued: "yes" })).toEqual([`${at}: "sewn" must be filled in. Add "sewn": ….`]);
    expect(await binding({ sewn: "yes", glueed: "yes" })).toEqual([
      expect.stringContaining(`${at}/glueed: The default has "glueed", but there is no such field. `),
    ]);
  });

  it("refers to records by a text, not by a reference or a number", async () => {
    const by = (label: string) =>
      said({
        "entities/loans.json": (json) => {
          json.schema.properties.book.reference.label = label;
          json.list.columns = json.list.columns.filter(({ field }: Loose) => field !== "book.title");
          json.list.search = { field: "number" };
          json.display = { title: "{number}" };
        },
      });
    const at = "FIELD_SHAPE /schema/properties/book/reference/label";
    const hint = 'Name a field of "type": "string" that is no reference.';
    expect(await by("subject")).toContain(
      `${at}: "subject" of "books" cannot name a record: it is a reference itself. ${hint}`,
    );
    expect(await by("year")).toContain(
      `${at}: "year" of "books" cannot name a record: it is no text. ${hint}`,
    );
  });
});

describe("a rule that people can break, and no sentence says so", () => {
  it("is reported once, wherever it is given a second time", async () => {
    const requires = (field: string) => ({ when: { field, empty: false }, require: true });
    expect(await said(isbn({ conditions: [requires("year"), requires("genre")] }))).toEqual([
      'RULE_WITHOUT_MESSAGE /schema/properties/isbn/conditions/0/require: Whoever fills in the form can break "required" here, but no sentence says so. Add "required": "…" to the "messages" of the field.',
    ]);
  });

  it("is reported of the items of a list too", async () => {
    const tags = (messages?: object) =>
      said(
        books((json) => {
          const items = { type: "string", title: "Tag", maxLength: 9 };
          json.schema.properties.tags = {
            type: "array",
            title: "Tags",
            widget: "record-slots",
            items,
            messages,
          };
        }),
      );
    expect(await tags()).toEqual([
      'RULE_WITHOUT_MESSAGE /schema/properties/tags/items/maxLength: Whoever fills in the form can break "maxLength" here, but no sentence says so. Add "messages": { "maxLength": "…" } to the field.',
    ]);
    expect(await tags({ maxLength: "Shorter" })).toEqual([]);
  });

  it("may be the rule of a field that cannot be read: then no sentence of the entity is too many", async () => {
    const withSentence = (more: object) =>
      said(
        books((json) => {
          json.messages["rule.minLength"] = "Longer";
          Object.assign(json.schema.properties.isbn, more);
        }),
      );
    expect(await withSentence({})).toEqual([
      expect.stringMatching(/^MESSAGE_WITHOUT_RULE \/messages\/rule.minLength: No field here has /),
    ]);
    expect((await withSentence({ minLength: "x" })).map((problem) => problem.split(" ")[0])).toEqual([
      "WRONG_TYPE",
    ]);
  });
});

it.each([
  [" UTC ", "UTC"],
  ["Taipei", "Asia/Taipei"],
  ["New York", "America/New_York"],
  ["asia/taipei2", "Asia/Taipei"],
  ["CST", undefined],
])("for the time zone %j %s is proposed", async (timeZone, meant) => {
  const files = await libraryWith({
    "app.json": (json) => {
      json.timeZone = timeZone;
    },
  });
  const [problem, ...others] = checkConfig(files, PLUGINS, PICTURES).problems;
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    code: "UNKNOWN_TIME_ZONE",
    path: "/timeZone",
    message: `There is no time zone "${timeZone}".`,
    found: `"${timeZone}"`,
  });
  expect(problem?.meant).toBe(meant);
});
