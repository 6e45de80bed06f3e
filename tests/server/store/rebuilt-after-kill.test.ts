import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { openBare } from "../../../src/server/store/sqlite/driver.ts";
import { inspectStoreFile } from "../../../src/server/store/sqlite/file/store-file.ts";
import { upgradeSqliteStore } from "../../../src/server/store/sqlite/file/upgrade.ts";
import { STORE_VERSION } from "../../../src/server/store/sqlite/file/upgrade-steps.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { bundledScript } from "../../bundled-script.ts";
import { found, list, remove, SHAPES, update } from "../../contracts/store/library.ts";
import { contentOf, writeVersion0 } from "./store-content.ts";
import { temporaryFile } from "./temporary-file.ts";

const script = bundledScript(new URL("rebuild-until-killed.ts", import.meta.url));

const BOOKS = 240;
/** Where it is killed: more in `npm run test:faults`. */
const [PLACES, MOMENTS] = process.env.KILL_ROUNDS === undefined ? [2, 1] : [6, 5];
/** Short and long titles, beyond what a sort index keeps and beyond what is searched, and some that search has to fold. */
const titleOf = (n: number): string => {
  const kinds = [
    `奶茶 common ${n}`,
    `Ordinary tea ${n}`,
    `ΣΊΣΥΦΟΣ ${n}`,
    `${"a long one ".repeat(30)}${n}`,
    `${"very ".repeat(300)}far ${n}`,
    `𠮷 Émile's 100%_ ${n}`,
  ];
  return kinds[n % kinds.length] ?? "";
};
const NEEDLES = [
  "a",
  "茶",
  "奶茶",
  "σίσυφος",
  "ÉMILE's 100%",
  "𠮷",
  "a long one a",
  "very very",
  "far",
  "tea 7",
  "older",
  "zz",
  "0",
];

/** What of a title is searched, one character after another. */
const searched = (text: string) =>
  [...text]
    .slice(0, 1024)
    .map((character) => character.toLowerCase())
    .join("")
    .replaceAll("ς", "σ");
const holding = (titles: ReadonlyMap<string, string>, needle: string) =>
  [...titles].filter(([, title]) => searched(title).includes(searched(needle))).map(([id]) => id);

/**
 * A store as an older program left it: its search index is of another form, and says other things than the records do, so that
 * nothing of it can be mistaken for the new one.
 */
function writeOlder(file: string): Map<string, string> {
  writeVersion0(file);
  const connection = openBare(file);
  const titles = new Map([1, 2, 3].map((n) => [`b${n}`, `Émile ${n}`]));
  connection.exec("begin");
  for (let n = 4; n <= BOOKS; n += 1) {
    titles.set(`b${n}`, titleOf(n));
    connection.runText(
      `insert into "records$books" ("row$", __id, created_at, updated_at, is_protected, title, shelf, genre, "fold$title")
        values (?, ?, '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', 0, ?, 's1', 'novel', 'older')`,
      [n, `b${n}`, titleOf(n)],
    );
    connection.runText(`insert into "search$books$title$" (rowid, grams) values (?, 'older')`, [n]);
  }
  connection.exec("commit");
  connection.rows("pragma wal_checkpoint(truncate)", []);
  connection.close();
  return titles;
}

interface Rebuilt {
  readonly statements: number;
  readonly ms: number;
}

/** Starts on a file; undefined where it was killed, before one of its statements or after so many milliseconds. */
async function rebuild(
  file: string,
  { before = 0, after }: { readonly before?: number; readonly after?: number } = {},
): Promise<Rebuilt | undefined> {
  const child = spawn(process.execPath, [script.path, file, String(before)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  while (!said.includes("begins")) await once(child.stdout, "data");
  const began = performance.now();
  const timer = after === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), after);
  await ended;
  clearTimeout(timer);
  const done = /done (\d+)/.exec(said);
  return done === null ? undefined : { statements: Number(done[1]), ms: performance.now() - began };
}

/** That searches answer what the titles say. */
async function expectSearches(
  store: Store,
  titles: ReadonlyMap<string, string>,
  sorts: readonly string[] = ["createdAt"],
): Promise<void> {
  for (const text of NEEDLES) {
    const expected = holding(titles, text);
    for (const field of sorts) {
      const sort = { field, order: "asc" } as const;
      const { records, total } = await list(store, "books", {
        sort,
        search: { field: "title", text },
        limit: BOOKS,
      });
      expect([text, total, records.map(({ _id }) => _id).sort()]).toEqual([
        text,
        expected.length,
        [...expected].sort(),
      ]);
    }
  }
}

test("killed at any statement, and at any moment, while its search index is made anew: the next start makes all of it", async () => {
  const origin = temporaryFile();
  const titles = writeOlder(origin);
  upgradeSqliteStore(origin, 0, new Date());
  const before = contentOf(origin);
  const whole = temporaryFile();
  copyFileSync(origin, whole);
  const done = await rebuild(whole);
  expect(done).toBeDefined();
  const { statements = 0, ms = 0 } = done ?? {};
  // Each book is read, and written to three places.
  expect(statements).toBeGreaterThan(2 * BOOKS);
  const after = contentOf(whole);
  expect(after).not.toEqual(before);

  const kills = [
    ...[1, 5, 13].map((at) => ({ before: at })),
    ...Array.from({ length: PLACES }, (_, n) => ({
      before: Math.floor((statements * (n + 1)) / (PLACES + 1)),
    })),
    // The last ones make indexes, note what was made, and commit.
    ...Array.from({ length: PLACES }, (_, n) => ({ before: statements - n })),
    ...Array.from({ length: MOMENTS }, (_, n) => ({ after: (ms * (n + 1)) / (MOMENTS + 1) })),
  ];
  let killed = 0;
  for (const kill of kills) {
    const file = temporaryFile();
    copyFileSync(origin, file);
    const isDone = (await rebuild(file, kill)) !== undefined;
    if (!isDone) killed += 1;
    expect(inspectStoreFile(file)).toEqual({ state: "store", version: STORE_VERSION });
    // All of it or nothing: a start that finds half of it would take it for whole.
    const content = contentOf(file);
    expect([before, after]).toContainEqual(content);
    if (isDone) expect(content).toEqual(after);

    // Whoever starts next is killed as well, somewhere else.
    await rebuild(file, { before: Math.floor(statements / 3) });
    const store = await openSqliteStore({ file });
    if (!(await store.resume(SHAPES))) await store.applyShapes(SHAPES);
    await expectSearches(store, titles);
    await store.close();
    expect(contentOf(file)).toEqual(after);
    await rm(dirname(file), { recursive: true });
  }
  expect(killed).toBeGreaterThanOrEqual(kills.length - MOMENTS);
}, 180_000);

test("an upgrade, and a start that was killed: what is written then is searched like anything else", async () => {
  const file = temporaryFile();
  const titles = writeOlder(file);
  upgradeSqliteStore(file, 0, new Date());
  expect(await rebuild(file, { before: BOOKS })).toBeUndefined();
  const store = await openSqliteStore({ file });
  expect(await store.resume(SHAPES)).toBe(false);
  await store.applyShapes(SHAPES);
  await update(store, "books", "b7", { title: "Changed since" });
  await remove(store, "books", "b8", "b10");
  titles.set("b7", "Changed since");
  for (const id of ["b8", "b10"]) titles.delete(id);
  await expectSearches(store, titles, ["createdAt", "title", "shelf.name"]);
  expect(await found(store, "changed SINCE")).toEqual(["b7"]);
  await remove(store, "books", ...titles.keys());
  for (const text of NEEDLES) expect(await found(store, text)).toEqual([]);
  await store.close();
});
