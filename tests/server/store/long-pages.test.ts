import { expect, it, onTestFinished } from "vitest";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { BOOKS, book, booksWith, column, insert, list } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

it("a page of long records reads each of them once, one by one", async () => {
  const read: string[] = [];
  const observe = (statement: string) => {
    if (/^select "row\$".* where "row\$" in \(select value from json_each\(\?\)\)$/.test(statement))
      read.push(statement);
  };
  const store = await openSqliteStore({ file: temporaryFile(), observe });
  onTestFinished(() => store.close());
  await store.applyShapes([{ ...booksWith({ ...column("plot", "text"), mayBeLong: true }), references: [] }]);
  const ids = Array.from({ length: 40 }, (_, at) => `b${at + 10}`);
  await insert(store, BOOKS.table, ...ids.map((id) => ({ ...book(id), plot: "界".repeat(300_000) })));
  expect((await list(store, BOOKS.table, { limit: 40 })).records.map(({ _id }) => _id)).toEqual(ids);
  expect(read).toHaveLength(ids.length);
});
