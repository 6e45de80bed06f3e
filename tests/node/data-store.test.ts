import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backUp, restore } from "../../src/node/backup.ts";
import { type RunningServer, run } from "../../src/node/server.ts";
import { readSettings, StartRefused } from "../../src/node/settings.ts";
import { openBare, openConnection } from "../../src/server/store/sqlite/driver.ts";
import { inspectStoreFile } from "../../src/server/store/sqlite/file/store-file.ts";
import { STORE_VERSION } from "../../src/server/store/sqlite/file/upgrade-steps.ts";
import { LIBRARY } from "../model/library.ts";
import { contentOf, folderBytes, writeVersion0 } from "../server/store/store-content.ts";

let folder: string;
let data: string;
let store: string;
let running: RunningServer | undefined;
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "data-"));
  data = join(folder, "data");
  store = join(data, "store.db");
  said = [];
  vi.spyOn(console, "log").mockImplementation((...texts: string[]) => void said.push(texts.join(" ")));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await end();
  rmSync(folder, { recursive: true });
});

const env = () => ({ PORT: "0", DATA_DIR: data, CONFIG_DIR: LIBRARY, ADMIN_PASSWORD: "a long password" });

async function begin(beginAnew = false): Promise<RunningServer> {
  running = await run(readSettings(env()), { beginAnew, log: (text) => said.push(text) });
  return running;
}

async function end(): Promise<void> {
  await running?.close();
  running = undefined;
}

/** What is said where it refuses. */
async function refusal(work: () => Promise<unknown>): Promise<string> {
  const error = await work().catch((thrown: unknown) => thrown);
  return error instanceof Error ? error.message : `It did not refuse: ${String(error)}`;
}

/** What a server said that refused to start, as one line. Fails where it wrote anything. */
async function refusedStart(beginAnew = false): Promise<string> {
  const before = existsSync(data) ? folderBytes(data) : undefined;
  const error = await begin(beginAnew).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartRefused);
  expect(existsSync(data) ? folderBytes(data) : undefined).toEqual(before);
  return String(error instanceof Error && error.message);
}

const RESTORE = /npm run restore -- copy\.db/;
const ANEW = /npm start -- --new/;

describe("a folder that has held a store", () => {
  beforeEach(async () => {
    await begin();
    await end();
  });

  it("starts again with what it holds", async () => {
    expect((await begin()).first).toBeUndefined();
  });

  it("and has none is refused with its path and what to do; --new begins anew", async () => {
    rmSync(store);
    const words = await refusedStart();
    expect(words).toContain(`no store at ${store}`);
    expect(words).toMatch(RESTORE);
    expect(words).toMatch(ANEW);
    expect((await begin(true)).first).toMatchObject({ username: "director" });
    await end();
    expect((await begin()).first).toBeUndefined();
  });

  it("and has an empty one likewise", async () => {
    truncateSync(store);
    const words = await refusedStart();
    expect(words).toContain(`${store} is empty`);
    expect(words).toMatch(ANEW);
    expect((await begin(true)).first).toMatchObject({ username: "director" });
  });

  it.each([
    ["cut off", () => truncateSync(store, 10 * 4096), /is damaged: it is cut off/],
    ["a text", () => writeFileSync(store, "a text"), /is no SQLite database/],
    [
      "malformed",
      () => {
        const bytes = readFileSync(store);
        bytes.fill(0xff, 100, 4096);
        writeFileSync(store, bytes);
      },
      /is damaged: .*malformed/,
    ],
    [
      "newer",
      () => {
        const connection = openBare(store);
        connection.exec("pragma user_version = 99");
        connection.rows("pragma wal_checkpoint(truncate)", []);
        connection.close();
      },
      /store of version 99, made by a newer version of this program/,
    ],
  ])(
    "and has one that is %s is refused, with --new too; a restore takes its place and keeps it",
    async (_, spoil, words) => {
      const copy = join(folder, "copy.db");
      await backUp(env(), copy);
      spoil();
      for (const suffix of ["-wal", "-shm"]) rmSync(store + suffix, { force: true });
      const spoiled = readFileSync(store);
      const refused = await refusedStart();
      expect(refused).toMatch(words);
      expect(refused).toContain(store);
      expect(refused).toMatch(RESTORE);
      expect(await refusedStart(true)).toMatch(/--new begins only where there is nothing/);
      await restore(env(), copy);
      const [kept = ""] = readdirSync(data).filter((name) => name.startsWith("store-before-restore-"));
      expect(readFileSync(join(data, kept)).equals(spoiled)).toBe(true);
      expect((await begin()).first).toBeUndefined();
    },
  );

  it("and holds one is not begun anew by --new", async () => {
    expect(await refusedStart(true)).toMatch(/--new begins only where there is nothing/);
    expect((await begin()).first).toBeUndefined();
  });

  it.each([
    ["the store is prepared", "prepared"],
    ["the server begins", "journal"],
  ])("is told by words when damage shows only while %s", async (_, table) => {
    const connection = openBare(store);
    const [[page] = []] = connection.rows("select rootpage from sqlite_schema where name = ?", [table]);
    connection.close();
    const bytes = readFileSync(store);
    bytes.fill(0xff, (Number(page) - 1) * 4096, Number(page) * 4096);
    writeFileSync(store, bytes);
    const words = await refusal(() => begin());
    expect(words).toContain(`${store} is damaged`);
    expect(words).toMatch(RESTORE);
    expect(readFileSync(store).equals(bytes)).toBe(true);
  });
});

describe("a folder where no server ever ran", () => {
  it("gets a store, with --new too; where it is refused, not even a lock is left there", async () => {
    mkdirSync(data);
    writeFileSync(store, "");
    expect(await refusedStart()).toContain(`${store} is empty`);
    const foreign = openBare(store);
    foreign.exec("create table notes (text)");
    foreign.close();
    expect(await refusedStart()).toMatch(/is the database of another program/);
    rmSync(data, { recursive: true });
    expect((await begin(true)).first).toBeDefined();
  });

  it("and where no mark of it can be written gets a store all the same, which says so", async () => {
    mkdirSync(data);
    symlinkSync(join(folder, "gone", "mark"), join(data, "store.marker"));
    expect((await begin()).first).toBeDefined();
    expect(said.join("\n")).toContain(`${join(data, "store.marker")} could not be written (ENOENT).`);
  });

  it("and that is a link to a store elsewhere has its journal there", async () => {
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    mkdirSync(data);
    writeVersion0(join(elsewhere, "real.db"));
    symlinkSync(join(elsewhere, "real.db"), store);
    await begin();
    expect(readdirSync(elsewhere).some((name) => name.startsWith("store-version-0-"))).toBe(true);
    expect(existsSync(join(elsewhere, "real.db-wal"))).toBe(true);
    expect(existsSync(`${store}-wal`)).toBe(false);
  });
});

it("a store from before versions is upgraded at the start, which says so and where the one before is kept", async () => {
  mkdirSync(data);
  writeVersion0(store);
  const before = readFileSync(store);
  await begin();
  const [kept = ""] = readdirSync(data).filter((name) => name.startsWith("store-version-0-"));
  expect(said.join("\n")).toMatch(new RegExp(`version 0 to ${STORE_VERSION}`));
  expect(said.join("\n")).toContain(kept);
  expect(readFileSync(join(data, kept)).equals(before)).toBe(true);
  await end();
  expect(inspectStoreFile(store)).toEqual({ state: "store", version: STORE_VERSION });
  said = [];
  await begin();
  expect(said).toEqual([]);
});

it("what nobody uses is collected while the server runs, and its space is given back", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    await begin();
    const connection = openConnection(store);
    connection.exec(`
      insert into images (file_name, type, created_at, expires_at, deletion_asked)
        values ('a.png', 'image/png', '2020', '2020', 0);
      insert into image_bytes values ('a.png', 'full', 'image/png', zeroblob(40000000))`);
    connection.rows("pragma wal_checkpoint(passive)", []);
    connection.close();
    expect(statSync(store).size).toBeGreaterThan(40_000_000);
    vi.advanceTimersByTime(10 * 60_000);
    await vi.waitFor(() => expect(statSync(store).size).toBeLessThan(10_000_000), 10_000);
  } finally {
    vi.useRealTimers();
  }
});

describe("the commands", () => {
  it("a backup of a running server goes back in its place only when that has ended; what was there is kept", async () => {
    await begin();
    const copy = join(folder, "copy.db");
    await backUp(env(), copy);
    expect(said.join()).toMatch(
      /holds the whole store, checked: \d+ records, \d+ pictures, store version \d+/,
    );
    expect(await refusal(() => restore(env(), copy))).toMatch(/is in use by a server that runs/);
    await end();
    said = [];
    await restore(env(), copy);
    expect(said.join("\n")).toMatch(/is now as .*copy\.db is, checked: \d+ records/);
    expect(said.join("\n")).toMatch(/kept as .*store-before-restore-/);
    expect(contentOf(store)).toEqual(contentOf(copy));
    expect((await begin()).first).toBeUndefined();
  });

  it("a restore into a folder of its own makes it one that has held a store", async () => {
    await begin();
    const copy = join(folder, "copy.db");
    await backUp(env(), copy);
    await end();
    data = join(folder, "other");
    store = join(data, "store.db");
    await restore(env(), copy);
    rmSync(store);
    expect(await refusedStart()).toMatch(/though this folder has held one/);
  });

  it("a restore of what is no store makes nothing", async () => {
    expect(await refusal(() => restore(env(), join(folder, "none.db")))).toMatch(/^There is no store at /);
    expect(existsSync(data)).toBe(false);
  });

  it.each([
    ["missing", () => {}, /^There is no store at /],
    ["empty", () => writeFileSync(store, ""), /is empty/],
    ["a text", () => writeFileSync(store, "a text"), /is no SQLite database/],
  ])("a backup of a store that is %s says so and makes nothing", async (_, put, words) => {
    mkdirSync(data);
    put();
    const before = folderBytes(data);
    const copy = join(folder, "copy.db");
    await expect(backUp(env(), copy)).rejects.toThrow(words);
    expect(existsSync(copy)).toBe(false);
    expect(folderBytes(data)).toEqual(before);
  });

  it("a backup of an older store is as old, and is upgraded where it is restored", async () => {
    mkdirSync(data);
    writeVersion0(store);
    const copy = join(folder, "copy.db");
    await backUp(env(), copy);
    expect(said.join()).toMatch(/store version 0/);
    await expect(backUp(env(), copy)).rejects.toThrow(/exists already; a copy replaces nothing/);
    await expect(backUp(env(), join(folder, "none/copy.db"))).rejects.toThrow(/There is no folder/);
    copyFileSync(copy, join(folder, "copied.db"));
    await restore(env(), join(folder, "copied.db"));
    await begin();
    await end();
    expect(inspectStoreFile(store)).toEqual({ state: "store", version: STORE_VERSION });
  });
});
