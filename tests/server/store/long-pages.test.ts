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

it("a page of short records is read at once, a hundred of them at most", async () => {
  let reads = 0;
  const store = await openSqliteStore({
    file: temporaryFile(),
    observe(statement) {
      if (/^select "row\$".* where "(row\$|__id)" in \(select value from json_each\(\?\)\)$/.test(statement))
        reads += 1;
    },
  });
  onTestFinished(() => store.close());
  // What lists do not read may be as long as it likes.
  const story = { ...column("story", "text"), mayBeLong: true, unlisted: true } as const;
  await store.applyShapes([{ ...booksWith(story), references: [] }]);
  const ids = Array.from({ length: 101 }, (_, at) => `b${at + 100}`);
  await insert(store, BOOKS.table, ...ids.map((id) => book(id)));
  for (const [limit, most] of [
    [1, 1],
    [100, 1],
    [101, 2],
  ] as const) {
    const asked = ids.slice(0, limit);
    reads = 0;
    expect((await list(store, BOOKS.table, { limit })).records.map(({ _id }) => _id)).toEqual(asked);
    expect([limit, reads]).toEqual([limit, most]);
    reads = 0;
    await store.read((view) => view.getMany(BOOKS.table, asked));
    expect([limit, reads]).toEqual([limit, most]);
  }
});
