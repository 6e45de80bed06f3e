import { expect, it } from "vitest";
import type { ConfigChange } from "../../../../src/wire/config-editing.ts";
import type { JsonChange } from "../../../model/library.ts";
import { BOOKS, openDrafts } from "./open-drafts.ts";
import type { EditingServer } from "./open-editing.ts";

const LISTS = "entities/reading-lists.json";

let editing: EditingServer;
const { held } = openDrafts((opened) => {
  editing = opened;
});

/** From now on, in this test. */
async function serve(file: string, change: JsonChange): Promise<void> {
  editing.library.edit(file, change);
  await editing.server.config?.follow();
  expect(editing.server.holder.current.problems).toEqual([]);
}

/** The changes that break stored records, each with what it is about and how many they are. */
async function broken(file: string, drafted: JsonChange) {
  const { changes } = await held({ [file]: editing.textWith(file, drafted) });
  return changes.flatMap(({ field, what, kind, broken: counted }: ConfigChange) =>
    counted === undefined ? [] : [[field, what, kind, counted.count]],
  );
}

const required = { required: "Give one" };
const always = { field: "year", above: 0 };

it("a condition that goes leaves its field to the rules of all, those of the fields inside it too", async () => {
  await serve(BOOKS, ({ schema: { properties } }) => {
    const { scores } = properties;
    scores.properties.press = { type: "number", title: "Press", messages: required };
    scores.required = ["press"];
    scores.conditions = [{ when: always, show: false }];
  });
  await editing.server.insert("books", { title: "Unread", year: 1990, scores: { readers: 3 } });
  await editing.server.insert("books", { title: "Read", year: 1990, scores: { press: 2 } });
  const drafted: JsonChange = ({ schema: { properties } }) => {
    const { readers, staff, press } = properties.scores.properties;
    // The field itself stands elsewhere, which breaks nothing.
    properties.scores.properties = { press, readers, staff };
    delete properties.scores.conditions;
  };
  expect(await broken(BOOKS, drafted)).toEqual([["scores", "conditions", "removed", 1]]);
});

it("conditions in another order let another one win", async () => {
  await serve(BOOKS, ({ schema: { properties } }) => {
    const { isbn } = properties;
    isbn.conditions = [
      { when: { field: "title", is: "Unnumbered" }, require: true },
      { when: always, require: false },
    ];
    Object.assign(isbn.messages, required);
  });
  await editing.server.insert("books", { title: "Unnumbered", year: 1990 });
  expect(await broken(BOOKS, ({ schema }) => schema.properties.isbn.conditions.reverse())).toEqual([
    ["isbn", "conditions", "moved", 1],
  ]);
});

it("a record is judged as its next save is: by the rules of stored ones, not of new ones", async () => {
  await editing.server.insert("books", { title: "Stored", year: 1990, price: null, isbn: "9780000000001" });
  const drafted: JsonChange = ({ schema: { properties } }) => {
    properties.price.conditions = [{ when: { mode: "create" }, require: true }];
    Object.assign(properties.price.messages, required);
    properties.isbn.whenHidden = "clear";
    properties.isbn.conditions = [{ when: { mode: "create" }, show: false }];
    const isOther = { not: { field: "title", is: "Stored" } };
    const isNumbered = { field: "isbn", empty: false };
    properties.summary.conditions = [
      { when: always, require: true },
      { when: { any: [isOther, isNumbered] }, require: false },
    ];
    properties.summary.messages = required;
  };
  expect(await broken(BOOKS, drafted)).toEqual([]);
});

it("nor by a stored password, nor without the defaults that a save gives", async () => {
  await editing.server.insert("members", { username: "hashed", role: "lender", password: "x".repeat(97) });
  const password: JsonChange = ({ schema: { properties } }) => {
    properties.password.maxLength = 20;
    properties.password.messages.maxLength = "Shorter";
  };
  expect(await broken("entities/members.json", password)).toEqual([]);
  await editing.server.insert("books", { title: "Unpressed", year: 1991, scores: { readers: 3 } });
  const drafted: JsonChange = ({ schema: { properties } }) => {
    properties.scores.properties.press = { type: "number", title: "Press", default: 5, messages: required };
    properties.scores.required = ["press"];
  };
  expect(await broken(BOOKS, drafted)).toEqual([]);
});

it("what two items must not share is a rule of their list", async () => {
  await serve(LISTS, ({ schema: { properties } }) => {
    delete properties.books.uniqueBy;
    delete properties.books.messages.uniqueBy;
  });
  const { _id: book } = await editing.server.insert("books", { title: "Twice", year: 1990 });
  await editing.server.insert("reading-lists", { name: "Both", books: [{ book }, { book }] });
  const drafted: JsonChange = ({ schema: { properties } }) => {
    const { books } = properties;
    books.uniqueBy = "book";
    books.messages.uniqueBy = "Once";
    books.items.properties.book.conditions = [{ when: { mode: "create" }, disable: true }];
  };
  expect(await broken(LISTS, drafted)).toEqual([["books", "uniqueBy", "added", 1]]);
});

it("a rule of items is theirs, however often one record breaks it", async () => {
  await serve(BOOKS, ({ schema: { properties } }) => {
    properties.tags = { type: "array", title: "Tags", widget: "record-slots", items: { type: "string" } };
  });
  await editing.server.insert("books", { title: "Tagged", year: 1990, tags: ["long", "longer", "s"] });
  const drafted: JsonChange = ({ schema: { properties } }) => {
    properties.tags.items.maxLength = 3;
    properties.tags.items.messages = { maxLength: "Short ones" };
  };
  expect(await broken(BOOKS, drafted)).toEqual([["tags.*", "items.maxLength", "added", 1]]);
});

it("more records than are read at once are counted, each once", async () => {
  for (let number = 0; number < 201; number += 1)
    await editing.server.insert("books", { title: `Dear ${number}`, year: 1990, price: 450 });
  const drafted: JsonChange = ({ schema: { properties } }) => {
    properties.price.maximum = 400;
  };
  expect(await broken(BOOKS, drafted)).toEqual([["price", "maximum", "changed", 201]]);
});
