import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openBare, openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { copySqliteStore } from "../../../src/server/store/sqlite/file/copy.ts";
import { restoreSqliteStore } from "../../../src/server/store/sqlite/file/restore.ts";
import { inspectStoreFile } from "../../../src/server/store/sqlite/file/store-file.ts";
import { upgradeSqliteStore } from "../../../src/server/store/sqlite/file/upgrade.ts";
import { STORE_VERSION } from "../../../src/server/store/sqlite/file/upgrade-steps.ts";
import { bundledScript } from "../../bundled-script.ts";
import { contentOf, writeVersion0 } from "./store-content.ts";
import { temporaryFile } from "./temporary-file.ts";

/** `npm run test:faults` kills at every call; else at every fourth one, begun at random: no state lasts for fewer. */
const IS_WHOLE = process.env.KILL_ROUNDS !== undefined;
const ROUNDS = IS_WHOLE ? 20 : 2;
const TABLES = ["images", "preferences", "journal", "journal_values", "sqlite_sequence", "bin", "bin_images"];

const script = bundledScript(new URL("replace-until-killed.ts", import.meta.url));

interface Kill {
  /** Milliseconds after it began: at any moment, within SQLite too. */
  readonly after?: number;
  /** Before which of its calls that change the folder. */
  readonly before?: number;
}

/** Upgrades a store, or puts a copy in its place; answers how long it worked, or undefined where it was killed. */
async function replace(
  file: string,
  copy?: string,
  { after, before = 0 }: Kill = {},
): Promise<number | undefined> {
  const args = [script.path, file, String(before), ...(copy === undefined ? [] : [copy])];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  while (!said.includes("begins")) await once(child.stdout, "data");
  const began = performance.now();
  if (after !== undefined) setTimeout(() => child.kill("SIGKILL"), after);
  await ended;
  return said.includes("done") ? performance.now() - began : undefined;
}

/**
 * Does it again and again, each time killed at another moment, until all moments were had.
 * @param took how long the last one worked that was not killed: the next moments are parts of it, as the disk may be faster now
 * @param round answers as `replace`
 */
async function killedEverywhere(
  took: number,
  round: (kill: Kill) => Promise<number | undefined>,
): Promise<void> {
  let killed = 0;
  for (let n = 0; n < ROUNDS; n++) {
    const worked = await round({ after: (took * n) / ROUNDS });
    if (worked === undefined) killed += 1;
    else took = worked;
  }
  expect(killed).toBeGreaterThan(ROUNDS / 3);
  const step = IS_WHOLE ? 1 : 4;
  let before = 1 + Math.floor(Math.random() * step);
  while ((await round({ before })) === undefined) before += step;
  expect(before).toBeGreaterThan(10);
}

/** A store from before versions, large enough for its upgrade to take a while. */
function writeLargeVersion0(file: string): void {
  writeVersion0(file);
  const connection = openBare(file);
  connection.exec(`insert into image_bytes
    select 'more ' || value, 'full', 'image/png', randomblob(300000) from json_each('[${[...Array(10).keys()]}]')`);
  // So that the file alone is all of it.
  connection.rows("pragma wal_checkpoint(truncate)", []);
  connection.close();
}

test("an upgrade killed at any moment: the older store stands there whole, or the new one", async () => {
  const origin = temporaryFile();
  writeLargeVersion0(origin);
  // What the upgrade changes in a row is looked at in its own test.
  const content = contentOf(origin, TABLES);
  const whole = temporaryFile();
  copyFileSync(origin, whole);
  await killedEverywhere((await replace(whole)) ?? 0, async (kill) => {
    const file = temporaryFile();
    copyFileSync(origin, file);
    const worked = await replace(file, undefined, kill);
    const found = inspectStoreFile(file);
    expect(found).toMatchObject({ state: "store", version: expect.toBeOneOf([0, STORE_VERSION]) });
    expect(contentOf(file, TABLES)).toEqual(content);
    if (found.state === "store" && found.version === 0) upgradeSqliteStore(file, 0, new Date());
    expect(inspectStoreFile(file)).toEqual({ state: "store", version: STORE_VERSION });
    expect(contentOf(file, TABLES)).toEqual(content);
    const kept = readdirSync(dirname(file)).filter((name) => /^store-version-0-.*\.db$/.test(name));
    for (const name of kept) expect(contentOf(join(dirname(file), name), TABLES)).toEqual(content);
    expect(kept.length).toBeGreaterThan(0);
    await rm(dirname(file), { recursive: true });
    return worked;
  });
}, 180_000);

test("a restore killed at any moment: the old store, the copy, or words that say to restore again", async () => {
  const base = temporaryFile();
  writeLargeVersion0(base);
  upgradeSqliteStore(base, 0, new Date());
  const copy = temporaryFile();
  copySqliteStore(base, copy);
  const running = openConnection(base);
  running.exec("insert into settings values ('late', 'only in the journal'); delete from images");
  const put = (file: string) => {
    for (const suffix of ["", "-wal", "-shm"]) copyFileSync(base + suffix, file + suffix);
  };
  const before = contentOf(base);
  const ofCopy = contentOf(copy);
  expect(ofCopy).not.toEqual(before);
  const whole = temporaryFile();
  put(whole);
  const states = new Set<string>();
  await killedEverywhere((await replace(whole, copy)) ?? 0, async (kill) => {
    const file = temporaryFile();
    put(file);
    const worked = await replace(file, copy, kill);
    const { state } = inspectStoreFile(file);
    states.add(state);
    expect(["store", "stray-journal"]).toContain(state);
    if (worked !== undefined) expect(contentOf(file)).toEqual(ofCopy);
    else {
      if (state === "store") expect([before, ofCopy]).toContainEqual(contentOf(file));
      restoreSqliteStore(file, copy, new Date());
    }
    expect(inspectStoreFile(file).state).toBe("store");
    expect(contentOf(file)).toEqual(ofCopy);
    const others = readdirSync(dirname(file)).filter((name) => /^store-before-restore-.*\.db$/.test(name));
    const contents = others.map((name) => {
      const other = join(dirname(file), name);
      return inspectStoreFile(other).state === "store" ? contentOf(other) : basename(other);
    });
    expect(contents).toContainEqual(before);
    expect(existsSync(`${file}.part`)).toBe(false);
    await rm(dirname(file), { recursive: true });
    return worked;
  });
  expect([...states].sort()).toEqual(["store", "stray-journal"]);
  running.close();
}, 180_000);
