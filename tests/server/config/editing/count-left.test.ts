import { expect, it } from "vitest";
import { BOOKS, openDrafts } from "./open-drafts.ts";
import type { EditingServer } from "./open-editing.ts";

const SUBJECTS = "entities/subjects.json";

let editing: EditingServer;
const { held, withBooks } = openDrafts((opened) => {
  editing = opened;
});

/** What is said of the values that changes leave behind, where anything is. */
async function left(files: Readonly<Record<string, string>>) {
  const { changes } = await held(files);
  return changes.flatMap((change) =>
    change.left === undefined ? [] : [[change.file, change.field, change.left.count]],
  );
}

it("a field is counted in its own entity, an object where one of its fields has a value", async () => {
  editing.library.edit(BOOKS, ({ schema }) => {
    const properties = { name: { type: "string", title: "Name" }, town: { type: "string", title: "Town" } };
    schema.properties.press = { type: "object", title: "Press", properties };
  });
  editing.library.edit(SUBJECTS, ({ schema }) => {
    schema.properties.press = { type: "string", title: "Press" };
  });
  await editing.server.config?.follow();
  for (const press of [{ town: "Ghent" }, { name: "", town: null }, {}, null])
    await editing.server.insert("books", { title: `Of ${JSON.stringify(press)}`, press });
  for (const press of ["North", "", "South"]) await editing.server.insert("subjects", { name: press, press });
  const without = (path: string) =>
    editing.textWith(path, ({ schema }) => {
      delete schema.properties.press;
    });
  expect(await left({ [BOOKS]: without(BOOKS), [SUBJECTS]: without(SUBJECTS) })).toEqual([
    [BOOKS, "press", 1],
    [SUBJECTS, "press", 2],
  ]);
});

it("nothing is said of what goes and is no field, nor of a field that no record has", async () => {
  await editing.server.insert("books", { title: "Rhymed", genre: "novel" });
  const files = {
    ...withBooks(({ schema: { properties } }) => {
      properties.genre.enum = ["novel", "science", "history"];
      properties.genre.labels = { novel: "Novel", science: "Science", history: "History" };
    }),
    "app.json": editing.textWith("app.json", ({ registration: { schema } }) => {
      delete schema.properties.confirm;
      schema.required = ["username", "password", "role"];
    }),
  };
  expect(await left(files)).toEqual([]);
  const { changes } = await held(files);
  expect(changes.map(({ field, kind, what }) => [field, kind, what])).toEqual(
    expect.arrayContaining([
      ["genre", "removed", "enum"],
      ["confirm", "removed", "field"],
    ]),
  );
});

it("more records than are read at once are counted, each once", async () => {
  for (let number = 0; number < 201; number += 1)
    await editing.server.insert("books", { title: `Dear ${number}`, year: 1990, isbn: "9780000000001" });
  const files = {
    ...withBooks((json) => {
      delete json.schema.properties.isbn;
      for (const tab of json.form.tabs) tab.fields = tab.fields.filter((name: unknown) => name !== "isbn");
    }),
    "samples/books.json": "[]",
  };
  expect(await left(files)).toEqual([[BOOKS, "isbn", 201]]);
});

it("an editor's counts are of the records that they see, however many that they do not see stand between", async () => {
  const MEMBERS = "entities/members.json";
  editing.library.edit("app.json", (json) => {
    json.config.editors.push("keeper");
  });
  editing.library.edit(MEMBERS, ({ schema }) => {
    schema.properties.desk = { type: "string", title: "Desk" };
  });
  await editing.server.config?.follow();
  for (let number = 0; number < 120; number += 1) {
    const role = number % 40 === 0 ? "director" : "lender";
    await editing.server.insert("members", { username: `counted-${number}`, role, desk: "One" });
  }
  const files = {
    [MEMBERS]: editing.textWith(MEMBERS, ({ schema }) => {
      delete schema.properties.desk;
    }),
  };
  const { changes } = await held(files, await editing.server.as("keeper"));
  expect(changes.flatMap((change) => change.left ?? [])).toEqual([{ count: 117, atLeast: false }]);
  expect(await left(files)).toEqual([[MEMBERS, "desk", 120]]);
});
