import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import sharp from "sharp";
import { afterAll, afterEach, expect, it } from "vitest";
import { move } from "../../src/cli/move.ts";
import { businessPlace } from "../../src/node/business-place.ts";
import { openDataStore } from "../../src/node/data-store.ts";
import { openDatabase } from "../../src/node/database.ts";
import { moveBusiness } from "../../src/node/move-business.ts";
import { type RunningServer, run } from "../../src/node/server.ts";
import { readSettings } from "../../src/node/settings.ts";
import { bundledScript } from "../bundled-script.ts";
import { book, insert, SHAPES } from "../contracts/store/library.ts";
import { folderBytes } from "../server/store/store-content.ts";
import { sharedCluster } from "./cluster.ts";

const PASSWORD = "a long password";

const folder = mkdtempSync(join(tmpdir(), "move-"));
const running: RunningServer[] = [];
let made = 0;
const script = bundledScript(new URL("move-until-killed.ts", import.meta.url));
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const configDir = join(folder, "config");
cpSync("tests/fixtures/library", configDir, { recursive: true });

/** Another title, which no server has published. */
function changeTitle(title: string): void {
  const file = join(configDir, "app.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), title }));
}
const titleOf = ({ holder }: RunningServer) => holder.current.config.app.title;

const newFolder = () => {
  made += 1;
  return join(folder, `data-${made}`);
};

async function newDatabase(): Promise<string> {
  made += 1;
  return (await sharedCluster()).createDatabase(`move_${made}`);
}

const envOf = (place: string) => ({
  CONFIG_DIR: configDir,
  PORT: "0",
  LOG: "off",
  ADMIN_PASSWORD: PASSWORD,
  ...(place.startsWith("postgres:") ? { DATABASE_URL: place } : { DATA_DIR: place }),
});

async function begin(place: string): Promise<RunningServer> {
  const server = await run(readSettings(envOf(place)), { log: () => undefined });
  running.push(server);
  return server;
}

async function end(): Promise<void> {
  await running.pop()?.close();
}

async function moved(from: string, to: string): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const code = await move(["--to", to], envOf(from), { log: say, error: say });
  return { code, said: lines.join("\n") };
}

async function ask(server: RunningServer, method: string, path: string, token = "", body?: unknown) {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body !== undefined && !(body instanceof FormData)) headers["content-type"] = "application/json";
  const sent = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) };
  const answer = await fetch(`${server.address}/api${path}`, { method, headers, ...sent });
  return { status: answer.status, body: await answer.json().catch(() => undefined) };
}

async function logIn(server: RunningServer): Promise<string> {
  const account = { username: "director", password: PASSWORD };
  return (await ask(server, "POST", "/rest/session/login", "", account)).body.token;
}

const hashesIn = (said: string) => said.split("\n").filter((line) => line.includes("SHA-256"));

it("a business moves to a database and back: its people log in as before, and all of it is there", async () => {
  const data = newFolder();
  const url = await newDatabase();
  const first = await begin(data);
  const token = await logIn(first);
  const { body: subject } = await ask(first, "POST", "/rest/subjects", token, { name: "Tea" });
  const files = new FormData();
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  files.append("files", new Blob([new Uint8Array(picture)], { type: "image/png" }), "a.png");
  const upload = await ask(first, "POST", "/upload/images", token, files);
  expect(upload.status).toBeLessThan(300);
  const [image] = upload.body;
  const bytesAt = async (server: RunningServer) =>
    Buffer.from(await (await fetch(new URL(image.imgUrl, server.address))).arrayBuffer());
  const bytes = await bytesAt(first);
  expect(bytes.length).toBeGreaterThan(50);
  const refused = await moved(data, url);
  expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/in use by a server that runs/) });
  await end();

  const before = folderBytes(data);
  const there = await moved(data, url);
  expect(there).toMatchObject({ code: 0, said: expect.stringMatching(/The same here and there: \d+ rows/) });
  expect(there.said).toMatch(/records of subjects: \d+, SHA-256 [0-9a-f]{64}/);
  expect(there.said).not.toContain("store@");
  expect(folderBytes(data)).toEqual(before);
  const second = await begin(url);
  expect(second.first).toBe(undefined);
  expect((await ask(second, "GET", `/rest/subjects/${subject._id}`, token)).status).toBe(401);
  const other = await logIn(second);
  expect((await ask(second, "GET", `/rest/subjects/${subject._id}`, other)).body).toMatchObject({
    name: "Tea",
    updatedAt: subject.updatedAt,
  });
  expect(await bytesAt(second)).toEqual(bytes);
  const history = await ask(second, "GET", `/journal?entity=subjects&id=${subject._id}`, other);
  expect(history.body.entries).toMatchObject([{ kind: "create", by: "director" }]);
  const again = await moved(data, url);
  expect(again).toMatchObject({ code: 1, said: expect.stringMatching(/is not empty/) });
  const back = newFolder();
  await expect.poll(async () => (await moved(url, back)).said).toMatch(/A server runs on the database/);
  await end();

  changeTitle("Moved back");
  const returned = await moved(url, back);
  expect(returned).toMatchObject({
    code: 0,
    said: expect.stringMatching(/serve CONFIG_DIR .* is not what was published in the database: app\.json/),
  });
  expect(await moved(data, back)).toMatchObject({ code: 1, said: expect.stringMatching(/Something is at/) });
  const third = await begin(back);
  const last = await logIn(third);
  expect(titleOf(third)).toBe("Moved back");
  expect((await ask(third, "GET", `/rest/subjects/${subject._id}`, last)).body).toMatchObject({
    name: "Tea",
  });
  expect(await bytesAt(third)).toEqual(bytes);
  await end();

  const [one, two, three] = [newFolder(), await newDatabase(), newFolder()];
  const hashes = [await moved(back, one), await moved(one, two), await moved(two, three)].map(({ said }) =>
    hashesIn(said),
  );
  expect(hashes[0]?.length).toBeGreaterThan(10);
  expect(hashes[1]).toEqual(hashes[0]);
  expect(hashes[2]).toEqual(hashes[0]);
  // What the first database had published is forgotten.
  expect(titleOf(await begin(two))).toBe("Moved back");
}, 60_000);

it("what cannot be read or written is told, without a password", async () => {
  const nobody = "postgres://someone:secret-word@127.0.0.1:1/none";
  const data = newFolder();
  for (const [from, to, message] of [
    [data, nobody, /There is no store/],
    [nobody, data, /nothing listens there/],
    [await newDatabase(), data, /no store in the database/],
  ] as const) {
    const { code, said } = await moved(from, to);
    expect([code, said]).toEqual([1, expect.stringMatching(message)]);
    expect(said).not.toContain("secret-word");
  }
  expect(existsSync(data)).toBe(false);
  const lines: string[] = [];
  const terminal = { log: () => undefined, error: (line: string) => void lines.push(line) };
  expect(await move([], envOf(data), terminal)).toBe(2);
  expect(lines.join()).toMatch(/Say where.*Usage: npm run move/s);
});

/** What is not committed takes room already. */
async function bytesOf(place: string): Promise<number> {
  const part = join(place, "store.db.part");
  if (!place.startsWith("postgres:")) return existsSync(part) ? statSync(part).size : 0;
  const client = new pg.Client(place);
  await client.connect();
  const { rows } = await client.query("select pg_database_size(current_database()) as bytes");
  await client.end();
  return Number(rows[0].bytes);
}

/** Answers whether it was killed in the middle: one that is killed in a database may be in the way of the next one for a moment. */
async function killedMove(from: string, to: string): Promise<boolean> {
  rmSync(join(to, "store.db.part"), { force: true });
  const before = await bytesOf(to);
  const child = spawn(process.execPath, [script.path, from, to], { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "close");
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  while (child.exitCode === null && (await bytesOf(to)) < before + 500_000);
  child.kill("SIGKILL");
  const [, signal] = await ended;
  expect(said).toBe("begins\n");
  return signal === "SIGKILL";
}

const LARGE = 4000;
let large: Promise<string> | undefined;

async function largeBusiness(): Promise<string> {
  const data = newFolder();
  mkdirSync(data);
  const store = await openDataStore(data, {});
  await store.applyShapes(SHAPES);
  const pages = "long ".repeat(60);
  const books = Array.from({ length: LARGE }, (_, n) => book(`b${n}`, { title: `Book ${n} ${pages}` }));
  for (let at = 0; at < LARGE; at += 1000) await insert(store, "books", ...books.slice(at, at + 1000));
  await store.close();
  return data;
}

it.each(["to a database", "to a folder"])(
  "a move %s that is killed leaves nothing that a server starts on, and is repeated",
  async (where) => {
    large ??= largeBusiness();
    const data = await large;
    const url = await newDatabase();
    const isToDatabase = where === "to a database";
    const expected = isToDatabase ? undefined : await moveBusiness(businessPlace(data), businessPlace(url));
    const [from, to] = isToDatabase ? [data, url] : [url, newFolder()];
    for (let round = 0; round < 2; round += 1) {
      await expect.poll(() => killedMove(from, to), { timeout: 20_000 }).toBe(true);
      const start = isToDatabase ? openDatabase(to, {}) : openDataStore(to, {});
      await expect(start).rejects.toThrow(
        isToDatabase ? /is being moved|Repeat the move/ : /was to get one by a move/,
      );
    }
    let contents = await moveBusiness(businessPlace(from), businessPlace(to)).catch(() => undefined);
    // The database may still be undoing the transaction of the one that was killed.
    await expect
      .poll(
        async () => {
          contents ??= await moveBusiness(businessPlace(from), businessPlace(to)).catch(() => undefined);
          return contents?.find(({ title: kind }) => kind === "records of books")?.rows;
        },
        { timeout: 10_000 },
      )
      .toBe(LARGE);
    if (expected !== undefined) expect(contents).toEqual(expected);
  },
  60_000,
);
