import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { backUp, restore } from "../../src/node/backup.ts";
import { backUpInThread } from "../../src/node/backup-in-thread.ts";
import { makeBackup } from "../../src/node/make-backup.ts";
import { type RunningServer, run } from "../../src/node/server.ts";
import { readSettings } from "../../src/node/settings.ts";
import { openPostgresStore } from "../../src/server/store/postgres/open.ts";
import { openBare } from "../../src/server/store/sqlite/driver.ts";
import { inspectStoreFile } from "../../src/server/store/sqlite/file/store-file.ts";
import { openSqliteStore } from "../../src/server/store/sqlite/open.ts";
import { book, insert, SHAPES } from "../contracts/store/library.ts";
import { sharedCluster } from "./cluster.ts";

const PASSWORD = "a long password";
const METRICS_TOKEN = "a-token-of-the-metrics";
const HOUR = 3_600_000;

const folder = mkdtempSync(join(tmpdir(), "backups-"));
const running: RunningServer[] = [];
let made = 0;
beforeAll(() => void vi.spyOn(console, "log").mockImplementation(() => undefined));
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function newDatabase(): Promise<string> {
  made += 1;
  return (await sharedCluster()).createDatabase(`backups_${made}`);
}

async function begin(env: Readonly<Record<string, string>>, log: (text: string) => void = () => undefined) {
  const settings = readSettings({
    CONFIG_DIR: "tests/fixtures/library",
    DATA_DIR: join(folder, "none"),
    PORT: "0",
    LOG: "off",
    ADMIN_PASSWORD: PASSWORD,
    METRICS_TOKEN,
    ...env,
  });
  const server = await run(settings, { log });
  running.push(server);
  return server;
}

async function logIn({ address }: RunningServer): Promise<string> {
  const answer = await fetch(`${address}/api/rest/session/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "director", password: PASSWORD }),
  });
  return (await answer.json()).token;
}

async function ageOfBackup({ address }: RunningServer): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${address}/api/metrics`, { headers })).text();
  return Number(/^backup_age_seconds (\S+)$/m.exec(text)?.[1]);
}

const backupsOf = (dir: string) =>
  existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith(".db")) : [];

it("of two servers on a database one makes the backup; it opens nobody's session, and brings all back to either engine", async () => {
  const url = await newDatabase();
  const first = await begin({ DATABASE_URL: url });
  await logIn(first);
  await running.pop()?.close();
  const dirs = [join(folder, "one"), join(folder, "two")];
  const log: string[] = [];
  const servers: RunningServer[] = [];
  for (const BACKUP_DIR of dirs)
    servers.push(await begin({ DATABASE_URL: url, BACKUP_DIR }, (text) => void log.push(text)));
  await expect.poll(() => dirs.flatMap(backupsOf), { timeout: 10_000 }).toHaveLength(1);
  const dir = dirs.find((one) => backupsOf(one).length > 0) ?? "";
  const copy = join(dir, backupsOf(dir)[0] ?? "");
  const connection = openBare(copy);
  expect(connection.rows("select count(*) from sessions", [])).toEqual([[0]]);
  expect(Number(connection.rows("select count(*) from journal", [])[0])).toBeGreaterThan(3);
  connection.close();
  expect(log).toEqual([]);
  // The other one learns it when it looks, at the latest in a minute; the one that made it, when its thread has told it.
  const [maker] = servers.filter((_, at) => dirs[at] === dir);
  if (maker === undefined) throw new Error("No server has that folder.");
  await expect.poll(() => ageOfBackup(maker), { timeout: 10_000 }).toBeLessThan(60);
  for (const one of running.splice(0)) await one.close();

  expect(dirs.flatMap(backupsOf)).toHaveLength(1);
  const other = await newDatabase();
  await restore({ DATABASE_URL: other }, copy);
  expect(await logIn(await begin({ DATABASE_URL: other }))).toMatch(/./);
  await restore({ DATA_DIR: join(folder, "data") }, copy);
  expect(inspectStoreFile(join(folder, "data", "store.db")).state).toBe("store");
  await expect(restore({ DATABASE_URL: other }, copy)).rejects.toThrow(/is not empty/);
}, 60_000);

it("a scheduled backup is made once a period, by whoever has the turn, also in a thread", async () => {
  const url = await newDatabase();
  const store = await openPostgresStore({ url });
  await store.applyShapes(SHAPES);
  await insert(store, "books", book("a", { title: "Tea" }));
  const now = new Date("2026-03-01T12:00:00Z");
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR);
  const copyNamed = (name: string) => join(folder, name);

  const both = await Promise.all(
    ["a.db", "b.db"].map((name) => makeBackup({ url, copy: copyNamed(name), now, since: at(-24) })),
  );
  expect(both.filter((outcome) => outcome === "made")).toHaveLength(1);
  expect(["a.db", "b.db"].filter((name) => existsSync(copyNamed(name)))).toHaveLength(1);
  expect(await makeBackup({ url, copy: copyNamed("c.db"), now: at(23), since: at(-1) })).toEqual(now);
  // By a clock that was wrong: it counts for nothing.
  expect(await makeBackup({ url, copy: copyNamed("d.db"), now: at(-2), since: at(-26) })).toBe("made");
  expect(existsSync(copyNamed("c.db"))).toBe(false);

  const outDir = mkdtempSync(join(resolve(), ".building-"));
  const ssr = resolve("src/node/backup-thread.ts");
  await build({ configFile: false, logLevel: "error", build: { ssr, outDir, target: "node20" } });
  try {
    const module = pathToFileURL(join(outDir, "backup-thread.js"));
    const task = { url, copy: copyNamed("e.db"), now: at(25), since: at(1) };
    expect(await backUpInThread(module, task)).toBe("made");
    await expect(backUpInThread(module, { ...task, now: at(60), since: at(36) })).rejects.toThrow(
      "exists already",
    );
    expect(inspectStoreFile(task.copy).state).toBe("store");
    expect(readdirSync(folder).filter((name) => name.includes(".part"))).toEqual([]);
  } finally {
    rmSync(outDir, { recursive: true });
  }
  const copied = await openSqliteStore({ file: copyNamed("e.db") });
  await copied.applyShapes(SHAPES);
  expect(await copied.read((view) => view.get("books", "a"))).toMatchObject({ title: "Tea" });
  await copied.close();
  await store.close();
}, 60_000);

it("npm run backup copies a database that is in use, and its file has no token of anybody", async () => {
  const url = await newDatabase();
  const server = await begin({ DATABASE_URL: url });
  const token = await logIn(server);
  const copy = join(folder, "by-hand.db");
  await backUp({ DATABASE_URL: url }, copy);
  expect(console.log).toHaveBeenLastCalledWith(
    expect.stringMatching(/checked: [1-9]\d* records, \d+ pictures/),
    expect.stringContaining("npm run restore"),
  );
  const hash = createHash("sha256").update(token).digest("hex");
  expect([readFileSync(copy).includes(token), readFileSync(copy).includes(hash)]).toEqual([false, false]);
  const store = await openPostgresStore({ url });
  expect((await store.measure(new Date().toISOString())).sessions).toBe(1);
  await store.close();
  expect(inspectStoreFile(copy).state).toBe("store");
  await expect(backUp({ DATABASE_URL: url }, copy)).rejects.toThrow("exists already");
});
