import { expect, test } from "vitest";
import { openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { book, found, insert, list, remove, SHAPES, update } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

test("a file from before folded texts were compared is searched like any other once it is prepared", async () => {
  const file = temporaryFile();
  const older = await openSqliteStore({ file });
  await older.applyShapes(SHAPES);
  const long = `${"long ".repeat(100)}end`;
  await insert(older, "books", book("a", { title: "Emma" }), book("b", { title: long }), book("c"));
  await older.close();
  const connection = openConnection(file);
  for (const table of ["books$title", "shelves$name"]) {
    connection.exec(`drop table "fold$${table}$"`);
    connection.exec(`drop table "search$${table}$"`);
    connection.exec(`drop index "index$${table.replace("$", "$long$")}"`);
    connection.exec(`create virtual table "search$${table}$"
      using fts5(grams, content = '', contentless_delete = 1, tokenize = 'ascii')`);
  }
  connection.exec(`insert into "search$books$title$" (rowid, grams) values (1, 'older'), (2, 'older')`);
  connection.exec(`update prepared set plan = json_set(plan, '$.version', 1, '$.indexes', json('[]'))`);
  connection.close();

  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  expect(await found(store, "emm")).toEqual(["a"]);
  expect(await found(store, "M")).toEqual(["a"]);
  expect(await found(store, "long end")).toEqual(["b"]);
  expect(await found(store, "older")).toEqual([]);
  await update(store, "books", "a", { title: "Anne" });
  await remove(store, "books", "b");
  expect(await found(store, "emma")).toEqual([]);
  expect(await list(store, "books", { search: { field: "title", text: "ann" } })).toMatchObject({
    records: [{ _id: "a" }],
    total: 1,
  });
  await store.close();
});
