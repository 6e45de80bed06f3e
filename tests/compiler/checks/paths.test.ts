import { describe, expect, it } from "vitest";
import { type JsonChange, type Loose, manifest, PLUGINS } from "../../model/library.ts";
import { placesOf } from "./places.ts";

const BOOKS = "entities/books.json";
const LISTS = "entities/reading-lists.json";
const LOANS = "entities/loans.json";

describe("a column through a reference that a title names", () => {
  const column = (field: string, title: string) =>
    placesOf({
      [BOOKS]: (json) => {
        delete json.labelField;
        json.display.title = title;
      },
      [LISTS]: (json) => {
        json.list.columns.push({ field: `books.0.book.${field}`, label: "Of the first" });
      },
    });
  const at = `${LISTS}#/list/columns/2/field`;

  it("shows what the title names", async () => {
    expect(await column("year", "{title}, {year}")).toEqual([]);
    expect(await column("isbn", "{title}, {year}")).toEqual([`UNKNOWN_FIELD ${at}`]);
  });

  it("is not said to show too much where the title names no field: that may be the one", async () => {
    expect(await column("isbn", "{title}, {isbm}")).toEqual([`UNKNOWN_FIELD ${BOOKS}#/display/title`]);
    expect(await column("isbnn", "{title}, {isbm}")).toContain(`UNKNOWN_FIELD ${at}`);
  });
});

describe("a cell's option may name what is behind a reference", () => {
  const ofReferred = manifest("cell", "reference", ["reference", "object"], {
    defaultFor: ["reference"],
    options: { type: "object", properties: { of: { type: "string", format: "referenced-field" } } },
  });
  const cells = new Map([...PLUGINS.cells, ["reference", { manifest: ofReferred }] as const]);

  it("where the column is the reference, and shows it", async () => {
    const of = (name: string, fields?: readonly string[]) =>
      placesOf(
        {
          [LOANS]: (json) => {
            json.list.columns.push({ field: "book", label: "The book", options: { of: name } });
            if (fields !== undefined) json.schema.properties.book.reference.fields = fields;
          },
        },
        { ...PLUGINS, cells },
      );
    const at = `${LOANS}#/list/columns/8/options/of`;
    expect(await of("title")).toEqual([]);
    expect(await of("_id")).toEqual([]);
    expect(await of("isbn", ["isbn"])).toEqual([]);
    expect(await of("isbn")).toEqual([`NOT_SHOWN ${at}`]);
    expect(await of("isbm")).toEqual([`UNKNOWN_FIELD ${at}`]);
  });

  /** A column's option names the subject's name, and no column shows anything of the subject. */
  const behind = (change: JsonChange) =>
    placesOf({
      [BOOKS]: (json) => {
        const { reference } = json.schema.properties.subject;
        reference.fields = ["mood", "picture"];
        json.list.columns = json.list.columns.filter(({ field }: Loose) => field !== "subject.name");
        json.list.columns[1].options = { beside: "subject.name" };
        change(json);
      },
      "entities/subjects.json": (json) => {
        const mood = { type: "string", title: "Mood", enum: ["calm"], labels: { calm: "Calm" } };
        const picture = { type: "object", title: "Picture", image: true };
        Object.assign(json.schema.properties, { mood, picture });
      },
    });
  const refused = [`NOT_SHOWN ${BOOKS}#/list/columns/1/options/beside`];

  it("of which no column shows anything, or the reference itself alone: then the list does not have it", async () => {
    expect(await behind(() => {})).toEqual(refused);
    expect(
      await behind((json) => {
        json.list.columns.push({ field: "subject", label: "Subject", cell: "reference" });
      }),
    ).toEqual(refused);
  });

  // biome-ignore format: a table, one row a case
  it.each<readonly [what: string, change: JsonChange]>([
    ["a column", (json) => { json.list.columns.push({ field: "subject.mood", label: "Mood" }); }],
    ["the subtitle", (json) => { json.display.subtitle = "{subject.name}"; }],
    ["the title", (json) => { json.display.title = "{title}: {subject.name}"; }],
    ["the delete sentence", (json) => { json.list.deleteConfirm = "Delete {title} of {subject.name}?"; }],
    ["a badge", (json) => { json.display.badges = [{ field: "subject.mood", is: "calm" }]; }],
    ["the picture", (json) => { json.display.image = "subject.picture"; }],
  ])("of which %s shows something", async (_what, change) => {
    expect(await behind(change)).toEqual([]);
  });
});

it("options of the registration page and of a config without its app are checked for their names alone", async () => {
  const options = (json: Loose) => {
    json.list.columns[2].options = { beside: "price" };
  };
  expect(await placesOf({ [BOOKS]: options })).toEqual([`RIGHTS ${BOOKS}#/list/columns/2/options/beside`]);
  expect(await placesOf({ [BOOKS]: options, "app.json": "{" })).toEqual(["JSON_SYNTAX app.json#"]);
  const page = (name: string) =>
    placesOf({
      "app.json": (json) => {
        json.registration.schema.properties.since = {
          type: "string",
          title: "Since",
          format: "date",
          formOnly: true,
          messages: { format: "A date, please" },
          options: { notBefore: name },
        };
      },
    });
  expect(await page("username")).toEqual([]);
  expect(await page("usernam")).toEqual([
    "UNKNOWN_FIELD app.json#/registration/schema/properties/since/options/notBefore",
  ]);
});

describe("in a field that is wrong already", () => {
  const wrong = (change: (field: Loose) => void) =>
    placesOf({
      [LOANS]: (json) => {
        const { book } = json.schema.properties;
        book.titel = "x";
        book.conditions = [{ when: { field: "number", empty: true }, show: false }];
        change(book);
      },
    });
  const at = `${LOANS}#/schema/properties/book`;
  it("names of others that are wrong are reported too", async () => {
    expect(await wrong(() => {})).toEqual([`UNKNOWN_KEY ${at}/titel`]);
    expect(
      await wrong((book) => {
        book.conditions[0].when.field = "numbr";
      }),
    ).toEqual([`UNKNOWN_KEY ${at}/titel`, `UNKNOWN_FIELD ${at}/conditions/0/when/field`]);
    expect(
      await wrong((book) => {
        book.reference.fields = ["isbm"];
      }),
    ).toEqual([`UNKNOWN_FIELD ${at}/reference/fields/0`, `UNKNOWN_KEY ${at}/titel`]);
  });
});
