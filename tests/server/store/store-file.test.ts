import { copyFileSync, mkdtempSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openBare, openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { copySqliteStore } from "../../../src/server/store/sqlite/file/copy.ts";
import { inspectStoreFile } from "../../../src/server/store/sqlite/file/store-file.ts";
import { STORE_VERSION } from "../../../src/server/store/sqlite/file/upgrade-steps.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { book, insert, SHAPES } from "../../contracts/store/library.ts";
import { folderBytes, writeVersion0 } from "./store-content.ts";
import { temporaryFile } from "./temporary-file.ts";

async function writeStore(file: string): Promise<void> {
  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  await insert(store, "books", book("b1"));
  await store.close();
}

/** Changes a store that no program has open. */
function changeBare(file: string, statements: string): void {
  const connection = openBare(file);
  connection.exec(statements);
  connection.rows("pragma wal_checkpoint(truncate)", []);
  connection.close();
}

async function change(file: string, statements: string): Promise<void> {
  await writeStore(file);
  changeBare(file, statements);
}

/** Overwrites bytes where they are. */
function overwrite(file: string, from: number, bytes: Buffer): void {
  const whole = readFileSync(file);
  bytes.copy(whole, from);
  writeFileSync(file, whole);
}

const PAGE = 4096;

/** What may stand where a store is looked for, and is none that this program opens. */
const OTHERS: [string, string, RegExp, (file: string) => Promise<void> | void][] = [
  ["nothing in it", "empty", /is empty/, (file) => writeFileSync(file, "")],
  [
    "a database without a table",
    "empty",
    /is empty/,
    (file) => {
      const connection = openBare(file);
      connection.exec("create table t (x); drop table t");
      connection.close();
    },
  ],
  ["a text", "foreign", /is no SQLite database/, (file) => writeFileSync(file, "a text".repeat(1000))],
  [
    "the database of another program",
    "foreign",
    /is the database of another program/,
    (file) => {
      const connection = openBare(file);
      connection.exec("create table settings (key, value); create table images (id)");
      connection.close();
    },
  ],
  [
    "the database of another program that numbers its versions, without a table",
    "foreign",
    /is the database of another program/,
    (file) => {
      const connection = openBare(file);
      connection.exec("create table t (x); drop table t; pragma user_version = 3");
      connection.close();
    },
  ],
  [
    "a store from before versions with a version",
    "foreign",
    /is the database of another program/,
    (file) => {
      writeVersion0(file);
      changeBare(file, "pragma user_version = 2");
    },
  ],
  [
    "a store without its tables",
    "damaged",
    /is damaged: its tables are missing/,
    (file) => change(file, "drop table settings"),
  ],
  [
    "one that runs",
    "foreign",
    /is the database of another program/,
    (file) => {
      const origin = temporaryFile();
      const connection = openConnection(origin);
      connection.exec("create table notes (text)");
      for (const suffix of ["", "-wal"]) copyFileSync(origin + suffix, file + suffix);
      connection.close();
    },
  ],
  [
    "a store with another application id",
    "foreign",
    /is the database of another program/,
    (file) => change(file, "pragma application_id = 7"),
  ],
  [
    "a store from before versions with another application id",
    "foreign",
    /is the database of another program/,
    (file) => {
      writeVersion0(file);
      changeBare(file, "pragma application_id = 7");
    },
  ],
  [
    "a store of a newer version",
    "newer",
    new RegExp(`is a store of version ${STORE_VERSION + 1}, made by a newer version`),
    (file) => change(file, `pragma user_version = ${STORE_VERSION + 1}`),
  ],
  [
    "a store whose beginning is overwritten",
    "foreign",
    /its beginning is damaged/,
    async (file) => {
      await writeStore(file);
      overwrite(file, 0, Buffer.alloc(16));
    },
  ],
  [
    "a store cut off in its header",
    "damaged",
    /is damaged: it is cut off/,
    async (file) => {
      await writeStore(file);
      truncateSync(file, 50);
    },
  ],
  [
    "a store of which next to nothing is left",
    "damaged",
    /is damaged: it is cut off/,
    async (file) => {
      await writeStore(file);
      truncateSync(file, 16);
    },
  ],
  [
    "a store cut off",
    "damaged",
    /is damaged: it is cut off: \d+ of \d+ bytes/,
    async (file) => {
      await writeStore(file);
      truncateSync(file, 3 * PAGE);
    },
  ],
  [
    "a store whose first page is overwritten",
    "damaged",
    /is damaged: .*malformed/,
    async (file) => {
      await writeStore(file);
      overwrite(file, 100, Buffer.alloc(PAGE - 100, 0xff));
    },
  ],
  [
    "a store whose header is overwritten after its beginning",
    "damaged",
    /is damaged: .*not a database/,
    async (file) => {
      await writeStore(file);
      // Its size of a page, which SQLite reads first.
      overwrite(file, 21, Buffer.alloc(3, 0xff));
    },
  ],
  [
    "a copy beside the journal of the store before",
    "stray-journal",
    /was put there without it, beside the journal/,
    async (file) => {
      const running = await openSqliteStore({ file });
      await running.applyShapes(SHAPES);
      const copy = temporaryFile();
      copySqliteStore(file, copy);
      await insert(running, "books", book("late"));
      const journal = readFileSync(`${file}-wal`);
      await running.close();
      copyFileSync(copy, file);
      writeFileSync(`${file}-wal`, journal);
      await rm(`${file}-shm`, { force: true });
    },
  ],
  [
    "a link that leads nowhere",
    "foreign",
    /leads nowhere/,
    (file) => symlinkSync(join(dirname(file), "elsewhere", "store.db"), file),
  ],
  [
    "a journal alone",
    "stray-journal",
    /is missing, beside the journal/,
    (file) => writeFileSync(`${file}-wal`, "journal"),
  ],
];

test.each(OTHERS)("%s is %s: refused in words, and nothing is written", async (_, state, words, write) => {
  const file = temporaryFile();
  await write(file);
  const before = folderBytes(dirname(file));
  expect(inspectStoreFile(file)).toMatchObject({ state });
  await expect(openSqliteStore({ file })).rejects.toThrow(words);
  await expect(openSqliteStore({ file })).rejects.toThrow(file);
  expect(() => copySqliteStore(file, temporaryFile())).toThrow(state === "empty" ? /is empty/ : words);
  expect(folderBytes(dirname(file))).toEqual(before);
});

test("a store is one while it runs, after it was killed and when it is closed, and looking at it writes nothing", async () => {
  const file = temporaryFile();
  expect(inspectStoreFile(file)).toEqual({ state: "missing" });
  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  const killed = join(mkdtempSync(join(tmpdir(), "store-")), "of #1? 100%.db");
  onTestFinished(() => rm(dirname(killed), { recursive: true }));
  for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, killed + suffix);
  await store.close();
  for (const one of [file, killed]) {
    const before = folderBytes(dirname(one));
    expect(inspectStoreFile(one)).toEqual({ state: "store", version: STORE_VERSION });
    expect(folderBytes(dirname(one))).toEqual(before);
  }
});

test("a store from before versions is one, whatever of it is in the journal", async () => {
  const file = temporaryFile();
  writeVersion0(file);
  expect(inspectStoreFile(file)).toEqual({ state: "store", version: 0 });
});

test("an empty journal belongs to none: nothing beside it is missing, and a store beside it is one", async () => {
  const file = temporaryFile();
  writeFileSync(`${file}-wal`, "");
  expect(inspectStoreFile(file)).toEqual({ state: "missing" });
  await writeStore(file);
  writeFileSync(`${file}-wal`, "");
  expect(inspectStoreFile(file)).toEqual({ state: "store", version: STORE_VERSION });
});
