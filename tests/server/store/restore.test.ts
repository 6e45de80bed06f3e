import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openBare, openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { copySqliteStore } from "../../../src/server/store/sqlite/file/copy.ts";
import { restoreSqliteStore } from "../../../src/server/store/sqlite/file/restore.ts";
import { upgradeSqliteStore } from "../../../src/server/store/sqlite/file/upgrade.ts";
import { STORE_VERSION } from "../../../src/server/store/sqlite/file/upgrade-steps.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { bundledScript } from "../../bundled-script.ts";
import { get, ids, LATER, SHAPES } from "../../contracts/store/library.ts";
import { contentOf, folderBytes, writeVersion0 } from "./store-content.ts";
import { temporaryFile } from "./temporary-file.ts";

const NOW = new Date("2026-11-22T10:11:12.345Z");
const KEPT = "store-before-restore-2026-11-22T10-11-12.345Z.db";
const script = bundledScript(new URL("write-until-killed.ts", import.meta.url));

/** A process that writes to a store until it is killed, a picture with every record. */
function startWriting(file: string): { child: ChildProcess; written(n: number): Promise<void> } {
  const child = spawn(process.execPath, [script.path, file, "write"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let lines = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    lines += String(chunk).split("\n").length - 1;
  });
  return {
    child,
    async written(n) {
      while (lines < n) await once(child.stdout, "data");
    },
  };
}

async function upgraded(): Promise<string> {
  const file = temporaryFile();
  writeVersion0(file);
  upgradeSqliteStore(file, 0, NOW);
  return file;
}

test("a copy made beside a running process, more writes, kill -9, restore: every record and picture is as in the copy", async () => {
  const file = temporaryFile();
  const { child, written } = startWriting(file);
  await written(20);
  const copy = temporaryFile();
  const { records, images } = copySqliteStore(file, copy);
  await written(60);
  child.kill("SIGKILL");
  await once(child, "close");
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  const before = contentOf(file);
  const bytesOfCopy = readFileSync(copy);

  const restored = restoreSqliteStore(file, copy, NOW);
  const kept = join(dirname(file), KEPT);
  expect(restored).toEqual({ version: STORE_VERSION, records, images, kept });
  expect(images).toBeGreaterThanOrEqual(20);
  expect(contentOf(file)).toEqual(contentOf(copy));
  expect(readFileSync(copy).equals(bytesOfCopy)).toBe(true);
  // What was there is whole too, with what only its journal holds.
  expect(contentOf(kept)).toEqual(before);
  expect(before).not.toEqual(contentOf(copy));

  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  const books = await ids(store, "books", { limit: 10_000 });
  expect(books).toHaveLength(images);
  for (const id of books) {
    const n = Number(id.slice(1));
    const image = await store.read((view) => view.imageBytes(`${n}.png`, "full"));
    expect(image?.bytes).toEqual(new Uint8Array(50_000).fill(n));
  }
  await store.close();
});

test("no session is in a copy, nor a trace of one, nor in a store that is restored from a file that has some", async () => {
  const file = await upgraded();
  const store = await openSqliteStore({ file });
  const hashes = Array.from({ length: 900 }, (_, n) => `${n}-${"e".repeat(60)}`.slice(0, 64));
  await store.write(async (transaction) => {
    for (const tokenHash of hashes)
      await transaction.addSession({ tokenHash, accountId: `account-of-${tokenHash}`, expiresAt: LATER });
  });
  // Freed pages hold sessions too.
  await store.write(async (transaction) => {
    for (const tokenHash of hashes.slice(0, 600)) await transaction.endSession(tokenHash);
  });
  const copy = temporaryFile();
  copySqliteStore(file, copy);
  await store.close();
  const other = temporaryFile();
  restoreSqliteStore(other, file, NOW);
  expect(readFileSync(file).includes("account-of-")).toBe(true);
  for (const one of [copy, other]) {
    const bytes = readFileSync(one);
    expect([
      bytes.includes("account-of-"),
      bytes.includes("e".repeat(40)),
      bytes.includes("a1a1a1a1"),
    ]).toEqual([false, false, false]);
    expect(contentOf(one)).toEqual({ ...contentOf(file), sessions: [] });
  }
});

test.each([
  ["missing", /^There is no store at /, () => {}],
  ["empty", /is empty/, (copy: string) => writeFileSync(copy, "")],
  ["a text", /is no SQLite database/, (copy: string) => writeFileSync(copy, "a text")],
  ["cut off", /is damaged: it is cut off/, (copy: string) => truncateSync(copy, 8 * 4096)],
  [
    "damaged in its middle",
    /is damaged: /,
    (copy: string) => {
      const bytes = readFileSync(copy);
      bytes.fill(0x55, 20 * 4096, 40 * 4096);
      writeFileSync(copy, bytes);
    },
  ],
  [
    "newer",
    /made by a newer version/,
    (copy: string) => {
      const connection = openBare(copy);
      connection.exec("pragma user_version = 99");
      connection.close();
    },
  ],
])("a copy that is %s is refused in words; the store stays as it is", async (kind, words, spoil) => {
  const file = await upgraded();
  const copy = temporaryFile();
  if (kind !== "missing") copySqliteStore(file, copy);
  spoil(copy);
  const before = folderBytes(dirname(file));
  const ofCopy = folderBytes(dirname(copy));
  expect(() => restoreSqliteStore(file, copy, NOW)).toThrow(words);
  expect(() => restoreSqliteStore(file, copy, NOW)).toThrow(copy);
  expect(folderBytes(dirname(file))).toEqual(before);
  expect(folderBytes(dirname(copy))).toEqual(ofCopy);
});

test.each([
  ["nothing", () => {}],
  ["an empty file", (file: string) => writeFileSync(file, "")],
  ["a text", (file: string) => writeFileSync(file, "a text")],
  ["a journal without its store", (file: string) => writeFileSync(`${file}-wal`, "journal")],
  [
    "a copy beside another one's journal",
    (file: string) => {
      writeVersion0(file);
      const connection = openConnection(file);
      connection.exec("insert into settings values ('late', 'x')");
      const journal = readFileSync(`${file}-wal`);
      connection.close();
      const copy = temporaryFile();
      copySqliteStore(file, copy);
      copyFileSync(copy, file);
      writeFileSync(`${file}-wal`, journal);
    },
  ],
])("whatever is in its place, a copy takes it, and that is kept: %s", async (_, put) => {
  const copy = await upgraded();
  const file = temporaryFile();
  put(file);
  const before = folderBytes(dirname(file));
  const { kept } = restoreSqliteStore(file, copy, NOW);
  expect(contentOf(file)).toEqual({ ...contentOf(copy), sessions: [] });
  const after = folderBytes(dirname(file));
  for (const suffix of ["", "-wal"]) {
    const was = before[`store.db${suffix}`];
    if (was !== undefined) expect(after[`${KEPT}${suffix}`]).toBe(was);
  }
  expect(kept === undefined).toBe(Object.keys(before).length === 0);
  expect(readdirSync(dirname(file)).filter((name) => name.startsWith("store.db"))).toEqual(["store.db"]);
});

test("a copy of an older store is restored as old as it is; one that still has its journal with what that holds", async () => {
  const older = temporaryFile();
  writeVersion0(older);
  const running = openConnection(older);
  running.exec("insert into settings values ('late', 'in the journal')");
  const file = temporaryFile();
  expect(restoreSqliteStore(file, older, NOW)).toMatchObject({ version: 0, records: 5, images: 3 });
  running.close();
  expect(contentOf(file).settings).toContain("'late','in the journal'");
  upgradeSqliteStore(file, 0, NOW);
  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  expect(await get(store, "books", "b1")).toMatchObject({ title: "Émile 1" });
  await store.close();
});

test("where the old store cannot be kept, nothing takes its place, and nothing is left beside it", async () => {
  const file = await upgraded();
  const copy = temporaryFile();
  copySqliteStore(file, copy);
  writeFileSync(join(dirname(file), KEPT), "of an earlier restore");
  const older = temporaryFile();
  writeVersion0(older);
  writeFileSync(join(dirname(older), "store-version-0-2026-11-22T10-11-12.345Z.db"), "of an earlier upgrade");
  // An upgrade moves the journal into the store first.
  const found = () =>
    [file, older].map((one) =>
      Object.entries(folderBytes(dirname(one))).filter(([name]) => !/-(wal|shm)$/.test(name)),
    );
  const before = found();
  expect(() => restoreSqliteStore(file, copy, NOW)).toThrow(/EEXIST/);
  expect(() => upgradeSqliteStore(older, 0, NOW)).toThrow(/EEXIST/);
  expect(found()).toEqual(before);
});

test("of a damaged store that runs no copy is made, and nothing is left of it", async () => {
  const file = temporaryFile();
  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  await store.close();
  const bytes = readFileSync(file);
  bytes.fill(0x55, 8 * 4096, 20 * 4096);
  writeFileSync(file, bytes);
  const copy = temporaryFile();
  expect(() => copySqliteStore(file, copy)).toThrow(/damaged, and no copy was made: .*malformed/);
  expect(readdirSync(dirname(copy))).toEqual([]);
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test("the store itself is no copy of it", async () => {
  const file = await upgraded();
  expect(() => restoreSqliteStore(file, file, NOW)).toThrow(/is the store itself/);
  expect(existsSync(join(dirname(file), KEPT))).toBe(false);
});
