import { readFile } from "node:fs";
import { setTimeout } from "node:timers";
import { expect, it, onTestFinished } from "vitest";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { BOOKS, book, booksWith, column, insert, list } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

it("a page of long records is read one by one; others have their turn before it is begun anew in steps", async () => {
  const file = temporaryFile();
  const events: ("read" | "other")[] = [];
  const observe = (statement: string) => {
    if (/^select "row\$".* where "row\$" in \(select value from json_each\(\?\)\)$/.test(statement))
      events.push("read");
  };
  const store = await openSqliteStore({ file, observe });
  onTestFinished(() => store.close());
  await store.applyShapes([{ ...booksWith({ ...column("plot", "text"), mayBeLong: true }), references: [] }]);
  const ids = Array.from({ length: 40 }, (_, at) => `b${at + 10}`);
  await insert(store, BOOKS.table, ...ids.map((id) => ({ ...book(id), plot: "界".repeat(300_000) })));
  // Asked as a request asks it: when something has arrived, with others that wait.
  const asked = new Promise<void>((resolve) => readFile(file, () => resolve()));
  const { records } = await asked.then(() => {
    setTimeout(() => events.push("other"), 1);
    return list(store, BOOKS.table, { limit: 40 });
  });
  expect(records.map(({ _id }) => _id)).toEqual(ids);
  const readInVain = events.length - 1 - ids.length;
  expect(readInVain).toBeGreaterThan(0);
  expect(events.indexOf("other")).toBe(readInVain);
});
