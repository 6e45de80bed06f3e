import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { makeBackup } from "../../src/node/make-backup.ts";
import { openSqliteStore } from "../../src/server/store/sqlite/open.ts";
import type { StoreTrouble } from "../../src/server/store/store.ts";
import { book, get, insert, SHAPES } from "../contracts/store/library.ts";
import { temporaryFile } from "../server/store/temporary-file.ts";

/** What every command does beside a server: it opens the store, and closes it. */
const COMMAND = `
  import Database from "libsql";
  const database = new Database(process.argv[1]);
  database.prepare("select count(*) from settings").all();
  database.close();
`;

test("after a backup of its own, a command beside the server leaves it its journal", async () => {
  const file = temporaryFile();
  const troubles: (StoreTrouble | undefined)[] = [];
  const store = await openSqliteStore({ file, onTrouble: (trouble) => troubles.push(trouble) });
  onTestFinished(() => store.close());
  await store.applyShapes(SHAPES);
  await insert(store, "books", book("b1"));
  const now = new Date();
  expect(await makeBackup({ file, copy: temporaryFile(), now, since: now })).toBe("made");
  const journal = statSync(`${file}-wal`).ino;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", COMMAND, file]);
  expect([status, String(stderr)]).toEqual([0, ""]);
  expect(statSync(`${file}-wal`).ino).toBe(journal);
  await insert(store, "books", book("b2"));
  expect(await get(store, "books", "b2")).toBeDefined();
  expect(troubles).toEqual([]);
});

test("where the store is gone there is none, and none is made", async () => {
  const file = temporaryFile();
  const now = new Date();
  await expect(makeBackup({ file, copy: temporaryFile(), now, since: now })).rejects.toThrow(
    `There is no store at ${file}.`,
  );
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
});
