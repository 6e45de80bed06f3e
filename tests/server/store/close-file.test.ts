import { statSync } from "node:fs";
import { performance } from "node:perf_hooks";
import Database from "libsql";
import { expect, onTestFinished, test, vi } from "vitest";
import { openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { book, ids, insert, list, SHAPES } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

test("closing ends every connection to the file", async () => {
  const file = temporaryFile();
  const [opened, closed] = [vi.spyOn(Database.prototype, "exec"), vi.spyOn(Database.prototype, "close")];
  onTestFinished(() => void vi.restoreAllMocks());
  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  await insert(store, "books", book("a", { pages: 1 }));
  // What is counted is followed in memory, by a connection of its own.
  const filter = [{ field: "pages", op: "gte", value: 1 }] as const;
  for (const id of ["b", "c"]) {
    await list(store, "books", { filter });
    await insert(store, "books", book(id, { pages: 1 }));
  }
  expect((await list(store, "books", { filter })).total).toBe(3);
  const connections = new Set(opened.mock.contexts);
  expect(connections.size).toBeGreaterThan(4);
  await store.close();
  const ended = new Set(closed.mock.contexts);
  expect([...connections].filter((connection) => !ended.has(connection)).length).toBe(0);
});

test("beside another that reads, closing does not wait for long, says that the journal stays, and closes all the same", async () => {
  const file = temporaryFile();
  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  const other = openConnection(file);
  other.exec("begin");
  other.rows("select count(*) from sqlite_schema", []);
  await insert(store, "books", book("a"));
  const began = performance.now();
  await expect(store.close()).rejects.toThrow(/journal \(-wal\) stays/);
  expect(performance.now() - began).toBeLessThan(3_000);
  await expect(store.write(async () => 1)).rejects.toThrow(/closed/);
  other.exec("rollback");
  other.close();

  const again = await openSqliteStore({ file });
  await again.applyShapes(SHAPES);
  expect(await ids(again, "books")).toEqual(["a"]);
  await again.close();
  expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
});

test("a guest leaves the journal to the server that runs on the file, and neither waits nor complains", async () => {
  const file = temporaryFile();
  const server = await openSqliteStore({ file });
  await server.applyShapes(SHAPES);
  await insert(server, "books", book("a"));
  const guest = await openSqliteStore({ file, isGuest: true });
  const reader = openConnection(file);
  reader.exec("begin");
  reader.rows("select count(*) from sqlite_schema", []);
  await insert(server, "books", book("b"));
  const began = performance.now();
  await guest.close();
  expect(performance.now() - began).toBeLessThan(400);
  reader.exec("rollback");
  reader.close();
  await server.close();
});
