import { copyFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { copySqliteStore } from "../../../src/server/store/sqlite/file/copy.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { book, insert, SHAPES } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

async function written(file: string): Promise<Store> {
  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  await insert(store, "books", book("b1"));
  return store;
}

async function booksIn(file: string): Promise<number> {
  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  const count = await store.read((view) => view.count("books"));
  await store.close();
  return count;
}

test("after a close the one file is the whole store", async () => {
  const file = temporaryFile();
  await (await written(file)).close();
  const copy = temporaryFile();
  copyFileSync(file, copy);
  expect(await booksIn(copy)).toBe(1);
});

test("a copy of a running store holds what is committed, and replaces nothing", async () => {
  const file = temporaryFile();
  const store = await written(file);
  const copy = temporaryFile();
  copySqliteStore(file, copy);
  expect(statSync(copy).mode & 0o077).toBe(0);
  await insert(store, "books", book("b2"));
  expect(await booksIn(copy)).toBe(1);
  expect(() => copySqliteStore(file, copy)).toThrow(/exists already/);
  expect(() => copySqliteStore(`${file}.none`, temporaryFile())).toThrow(/no store/);
  await store.close();
});
