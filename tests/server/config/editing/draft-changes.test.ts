import { beforeAll, expect, it } from "vitest";
import { renamesIn } from "../../../../src/admin/config/field-rename.ts";
import { describeChanges } from "../../../../src/compiler/changes/describe-changes.ts";
import { checkConfig } from "../../../../src/compiler/compile.ts";
import { atOnce } from "../../../../src/compiler/steps.ts";
import type { Problem } from "../../../../src/model/problem.ts";
import { isEmpty, ownValue } from "../../../../src/record/json.ts";
import { countBroken } from "../../../../src/server/config/editing/count-broken.ts";
import { countLeft } from "../../../../src/server/config/editing/count-left.ts";
import { makeEditing } from "../../../../src/server/config/editing/editing.ts";
import { previewStore } from "../../../../src/server/config/preview-store.ts";
import { makeSessionExtensions } from "../../../../src/server/sessions/session-extensions.ts";
import type { ConfigChange } from "../../../../src/wire/config-editing.ts";
import type { JsonChange } from "../../../model/library.ts";
import { makeBook, makeLoan, makeSubject, rowsOf } from "../../records/library-records.ts";
import { BOOKS, openDrafts } from "./open-drafts.ts";
import type { EditingServer } from "./open-editing.ts";

const LOANS = "entities/loans.json";
const LISTS = "entities/reading-lists.json";

let editing: EditingServer;
const { held, preview, withBooks } = openDrafts((opened) => {
  editing = opened;
});

const brief = ({ subject, what, from, to, broken }: ConfigChange) => [
  `${subject.join(" > ")}: ${what} ${from ?? ""} → ${to ?? ""}`,
  ...(broken === undefined ? [] : [broken.count, broken.atLeast]),
];

async function changesOf(files: Readonly<Record<string, string | null>>) {
  return (await held(files)).changes.map(brief);
}

beforeAll(async () => {
  for (const price of [300, 400, 500, 20]) await makeBook(editing.server, { price });
});

it("a limit that goes up breaks nothing; one that goes down tells how many stored records exceed it", async () => {
  const limit = (maximum: number) =>
    withBooks((json) => {
      json.schema.properties.price.maximum = maximum;
    });
  expect(await changesOf(limit(800))).toEqual([["book > Replacement price: maximum 500 → 800"]]);
  expect(await changesOf(limit(200))).toEqual([["book > Replacement price: maximum 500 → 200", 3, false]]);
});

it("what is written otherwise but means the same is nothing", async () => {
  const text = JSON.stringify(JSON.parse(editing.onDisk(BOOKS) ?? ""));
  expect(await changesOf({ [BOOKS]: text })).toEqual([]);
});

it("each new rule is counted by itself, those of conditions, lists and new fields too; texts are not", async () => {
  const subject = (await makeSubject(editing.server))._id;
  const book = (await makeBook(editing.server, { genre: "poetry", subject }))._id;
  await makeLoan(editing.server, { renewals: 1 });
  const { server } = editing;
  const token = await server.as("stocker");
  await server.call("POST", "/api/rest/reading-lists", { token, body: { name: "One", books: [{ book }] } });
  const books = await rowsOf(server, "books");
  expect(
    await changesOf({
      ...withBooks((json) => {
        json.schema.properties.genre.enum = ["novel", "science", "history"];
        json.schema.properties.genre.labels = { novel: "Novel", science: "Science", history: "History" };
        json.schema.properties.shelf = { type: "string", title: "Shelf", messages: { required: "Where?" } };
        json.schema.properties.title.title = "Name";
        json.schema.required.push("shelf");
      }),
      [LOANS]: editing.textWith(LOANS, (json) => {
        json.schema.properties.email.conditions = [{ when: { field: "renewals", above: 0 }, require: true }];
        json.schema.properties.email.messages = { required: "Which?", format: "So?" };
      }),
      [LISTS]: editing.textWith(LISTS, (json) => {
        const { items } = json.schema.properties.books;
        items.properties.why = { type: "string", title: "Why", messages: { required: "Why?" } };
        items.required = ["book", "why"];
      }),
    }),
  ).toEqual([
    ["book > Title: title Title → Name"],
    ["book > Genre: enum poetry → ", 1, false],
    ["book > Genre: labels.poetry Poetry → "],
    ["book > Shelf: field  → string", books.length, false],
    ["loan > Reader's e-mail: messages.required  → Which?"],
    [expect.stringMatching(/^loan > Reader's e-mail: messages.format .* → So\?$/)],
    ["loan > Reader's e-mail: conditions  → require: true (renewals above 0)", 1, false],
    ["reading list > Books > Why: field  → string", 1, false],
  ]);
});

it("records that the served config refuses already are no news", async () => {
  await editing.server.insert("books", { title: "Old stock", genre: "novel", year: 12 });
  const files = withBooks((json) => {
    json.schema.properties.year.minimum = 1500;
  });
  expect(await changesOf(files)).toEqual([["book > Year: minimum 1450 → 1500"]]);
});

it("a field that goes tells how many stored records have a value in it; one that was never filled in, none", async () => {
  const { server } = editing;
  for (const scores of [{ readers: 3 }, { readers: null }, undefined])
    await makeBook(server, scores === undefined ? {} : { scores });
  const books = await rowsOf(server, "books");
  const filled = (path: string, name?: string) =>
    books.filter((book) => {
      const value = ownValue(book, path);
      return !isEmpty(name === undefined ? value : ownValue(value, name));
    }).length;
  const withoutTiles = { "app.json": editing.textWith("app.json", (json) => void delete json.home) };
  const { changes } = await held({
    ...withoutTiles,
    ...withBooks((json) => {
      const { properties } = json.schema;
      delete properties.isbn;
      properties.cost = properties.price;
      delete properties.price;
      delete json.rights;
      properties.scores.properties.people = properties.scores.properties.readers;
      delete properties.scores.properties.readers;
      json.list.columns = json.list.columns.filter(
        ({ field }: { field: string }) => field !== "scores.readers",
      );
      delete json.list.filters;
      json.form.tabs[1].fields = ["scores", "summary"];
    }),
  });
  const left = changes.flatMap(({ field, left: one }) => (one === undefined ? [] : [[field, one]]));
  expect(left).toEqual([
    ["isbn", { count: filled("isbn"), atLeast: false }],
    ["price", { count: filled("price"), atLeast: false }],
    ["scores.readers", { count: filled("scores", "readers"), atLeast: false }],
  ]);
  expect(filled("price")).toBeGreaterThan(3);
  expect(renamesIn(changes).map(({ gone, came }) => [gone.field, came.field])).toEqual([
    ["price", "cost"],
    ["scores.readers", "scores.people"],
  ]);
});

it("a field of the items of a list that goes is counted where one item has a value, not where none has or there is no item", async () => {
  const { server } = editing;
  const book = (await makeBook(server))._id;
  const lists = [[{ book }, { book: null }], [{ book: null }, { book }], [{ book: null }], []];
  for (const [index, books] of lists.entries())
    await server.insert("reading-lists", { name: `Counted ${index}`, books });
  const filled = (await rowsOf(server, "reading-lists")).filter(({ books }) =>
    JSON.stringify(books ?? null).includes('"book":"'),
  ).length;
  const { changes } = await held({
    [LISTS]: editing.textWith(LISTS, (json) => {
      const { books } = json.schema.properties;
      books.items.properties.volume = books.items.properties.book;
      delete books.items.properties.book;
      books.items.required = ["volume"];
      books.uniqueBy = "volume";
    }),
  });
  const left = changes.flatMap(({ field, left: one }) => (one === undefined ? [] : [[field, one]]));
  expect(left).toEqual([["books.*.book", { count: filled, atLeast: false }]]);
});

it("a field is seen to have another name also while other parts use the old one", async () => {
  const files = withBooks(({ schema: { properties } }) => {
    properties.released = properties.year;
    delete properties.year;
  });
  const { body } = await editing.draft(files);
  expect(body.problems.map((one: { code: string }) => one.code)).toContain("UNKNOWN_FIELD");
  expect(body.token).toBeNull();
  expect(renamesIn(body.changes).map(({ gone, came }) => [gone.field, came.field])).toEqual([
    ["year", "released"],
  ]);
  expect(body.changes).toHaveLength(2);
});

it("fields that come alone are no other names, nor those of files that another program has just written", async () => {
  const broken = (change: JsonChange) =>
    withBooks((json) => {
      json.permission = "stok";
      change(json);
    });
  const more: JsonChange = ({ schema: { properties } }) => {
    for (let at = 0; at < 120; at += 1) properties[`more${at}`] = { type: "string", title: `More ${at}` };
  };
  expect((await editing.draft(broken(more))).body.changes).toEqual([]);
  editing.library.edit(LISTS, ({ schema: { properties } }) => {
    properties.called = properties.name;
    delete properties.name;
  });
  const files = broken((json) => {
    more(json);
    delete json.schema.properties.summary;
  });
  const { changes } = (await editing.draft(files)).body;
  expect(new Set(changes.map(({ file }) => file))).toEqual(new Set([BOOKS]));
  // No more than are told of a draft without problems.
  expect(changes).toHaveLength(100);
});

it("samples that are drafted are a change", async () => {
  const { changes } = await held({ "samples/reading-lists.json": null });
  expect(changes.map(({ file }) => file)).toEqual(["samples/reading-lists.json"]);
});

it("a walk that is cut says at least, and one that takes too long counts no further", async () => {
  const { store, holder, effects, config: source, log } = editing.server;
  if (source === undefined) throw new Error("The server has no files.");
  const report = (text: string) => void log.push(text);
  const extensions = makeSessionExtensions(store, report);
  const parts = makeEditing({ store, holder, effects, extensions, source, log: report });
  const files = new Map(await source.read());
  files.set(
    BOOKS,
    editing.textWith(BOOKS, (json) => {
      json.schema.properties.price.maximum = 30;
    }),
  );
  const books: { book: string }[] = [];
  for (let number = 0; number < 3; number += 1) books.push({ book: (await makeBook(editing.server))._id });
  await editing.server.insert("reading-lists", { name: "Long", books });
  files.set(
    LISTS,
    editing.textWith(LISTS, (json) => {
      json.schema.properties.books.maxItems = 2;
    }),
  );
  const { config } = checkConfig(files, holder.current.registry);
  if (config === undefined) throw new Error("The draft has problems.");
  const served = holder.current;
  const runtime = atOnce(served.rebuild(config));
  const draft = { runtime, store: previewStore(store, runtime.tables) };
  const sides = { served, draft, seen: store };
  const { changes } = atOnce(describeChanges(served.config, config));
  const [price, items] = changes;
  if (price === undefined || items === undefined) throw new Error("Two changes.");
  expect((await countBroken(parts, sides, [price], 2)).map(brief)).toEqual([
    ["book > Replacement price: maximum 500 → 30", 2, true],
  ]);
  // Entities without a change take nothing of what may be walked.
  const lists = (await rowsOf(editing.server, "reading-lists")).length;
  expect((await countBroken(parts, sides, [items], lists + 1)).map(brief)).toEqual([
    ["reading list > Books: maxItems 4 → 2", 1, false],
  ]);
  let now = 0;
  const elapsed = () => {
    now += 501;
    return now;
  };
  const gone = [{ ...changes[0], kind: "removed", what: "field", field: "price" } as ConfigChange];
  const [cut] = await countLeft(parts, store, gone, 2);
  expect(cut?.left).toEqual({ count: 2, atLeast: true });
  const slow = { ...parts, effects: { ...effects, elapsed } };
  expect((await countLeft(slow, store, gone))[0]?.left).toEqual({ count: 0, atLeast: true });
  expect((await countBroken(slow, sides, changes)).map(brief)).toEqual([
    ["book > Replacement price: maximum 500 → 30"],
    ["reading list > Books: maxItems 4 → 2"],
  ]);
});

it("problems are told, those of the store too, and there is nothing to look at", async () => {
  await editing.server.insert("books", { title: "Told", year: 1990, summary: "not a number" });
  for (const [files, code] of [
    [{ [BOOKS]: "{ broken" }, "JSON_SYNTAX"],
    [
      withBooks((json) => {
        json.permission = "stok";
      }),
      "UNKNOWN_PERMISSION",
    ],
    [
      withBooks((json) => {
        json.schema.properties.summary = { type: "number", title: "Summary" };
      }),
      "STORED_VALUES",
    ],
    [{ "entities/subjects.json": null }, "UNKNOWN_ENTITY"],
  ] as const) {
    const { status, body } = await editing.draft(files);
    expect(status).toBe(200);
    expect(body.problems.map((one: { code: string }) => one.code)).toContain(code);
    expect([body.token, body.changes, body.more]).toEqual([null, [], 0]);
  }
});

it("problems of other files are told but hide nothing: those are served as before", async () => {
  editing.library.edit(LISTS, "{ broken");
  await editing.server.config?.follow();
  const { body } = await editing.draft(
    withBooks((json) => {
      json.label = "volume";
    }),
  );
  expect(body.problems.map(({ file }: Problem) => file)).toEqual([LISTS]);
  expect(body.changes.map(brief)).toEqual([["book: label book → volume"]]);
  expect((await preview("/api/rest/reading-lists", body.token ?? "")).status).toBe(200);
});
