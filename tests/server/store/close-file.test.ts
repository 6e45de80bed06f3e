import { statSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { book, ids, insert, SHAPES } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

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
