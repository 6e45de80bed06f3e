import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { largeConfig } from "../../compiler/large-config.ts";
import { libraryWith } from "../../model/library.ts";
import { type Held, isWanted, MAX_HELD_MS, measure, TIMEOUT_MS } from "./measure.ts";
import { startWatched, type WatchedServer } from "./watched-server.ts";

const PASSWORD = "a long password";

let folder: string;
let server: WatchedServer;
let token: string;
const held: [what: string, milliseconds: number][] = [];

afterEach(async () => {
  await server?.stop();
  await rm(folder, { recursive: true });
});

/** The server over a config, with its first account logged in. */
async function start(fill: (configDir: string) => Promise<void>): Promise<void> {
  held.length = 0;
  folder = await mkdtemp(join(tmpdir(), "hold-"));
  const configDir = join(folder, "config");
  await mkdir(configDir);
  await fill(configDir);
  server = await startWatched(configDir, join(folder, "data"), { ADMIN_PASSWORD: PASSWORD });
}

async function logIn(path: string, username: string): Promise<void> {
  const { body } = await call("POST", path, { username, password: PASSWORD });
  token = body.token ?? body.data.token;
}

async function call(method: string, path: string, body?: unknown) {
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, "accept-encoding": "gzip" };
  if (body !== undefined) headers["content-type"] = "application/json";
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await fetch(`${server.address}/api${path}`, init);
  return { status: answer.status, body: await answer.json() };
}

/** Asks in every run, and expects what it comes to. */
async function hold(what: string, status: number, ask: (run: number) => ReturnType<typeof call>) {
  if (!isWanted(what)) return;
  const asks = async (run: number): Promise<Held> => ({
    heldMs: await server.longestDuring(async () => {
      const answer = await ask(run);
      if (answer.status !== status) throw new Error(`${what}: ${JSON.stringify(answer).slice(0, 2_000)}`);
    }),
  });
  for (const [name, ms] of await measure([{ name: what, ask: asks }]))
    if (ms > MAX_HELD_MS) held.push([name, Math.round(ms)]);
}

/** Saves what is changed in a file over the version that is there; each run changes something. */
async function save(path: string, change: (json: ReturnType<typeof JSON.parse>, run: number) => void) {
  const { body } = await call("GET", `/config/file?path=${encodeURIComponent(path)}`);
  return async (run: number) => {
    const json = JSON.parse(body.text);
    change(json, run);
    const listed = await call("GET", "/config/files");
    const { version } = listed.body.files.find((file: { path: string }) => file.path === path);
    const text = JSON.stringify(json, null, 2);
    return call("PUT", "/config/files", { files: { [path]: { text, version } } });
  };
}

it(
  "a config of 200 entities with 50 fields each: neither reading, drafting nor saving it holds the event loop for more than 100 ms",
  async () => {
    await start(async (configDir) => {
      await cp("tests/fixtures/library", configDir, { recursive: true });
      for (const [path, text] of largeConfig(await libraryWith(), 200, 50)) {
        await mkdir(dirname(join(configDir, path)), { recursive: true });
        await writeFile(join(configDir, path), text);
      }
    });
    await logIn("/rest/session/login", "director");
    const path = "entities/thing7.json";
    const { body: file } = await call("GET", `/config/file?path=${path}`);
    const saveField = await save(path, ({ schema }, run) => {
      schema.properties[`more${run % 5}`] = { type: "string", title: `More ${run}` };
    });
    await hold("GET /config: of so many entities", 200, () => call("GET", "/config"));
    await hold("GET /config/files: of so many entities", 200, () => call("GET", "/config/files"));
    await hold("POST /config/drafts: one of so many entities", 200, async (run) => {
      const json = JSON.parse(file.text);
      json.label = `Label ${run}`;
      json.schema.properties.field1.maximum = 1_000 + run;
      const answer = await call("POST", "/config/drafts", { files: { [path]: JSON.stringify(json) } });
      expect(answer.body).toMatchObject({ problems: [], token: expect.any(String) });
      return answer;
    });
    await hold("PUT /config/files: one of so many entities", 200, saveField);
    await hold(
      "PUT /config/files: app.json of so many entities",
      200,
      await save("app.json", (json, run) => {
        json.title = `Title ${run}`;
      }),
    );
    await hold(
      "PUT /config/files: messages.json of so many entities",
      200,
      await save("messages.json", (json, run) => {
        json.en["form.save"] = `Save ${run}`;
      }),
    );
    expect(held).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  "converting an article of a megabyte that is hard to read does not hold it either",
  async () => {
    await start(async (configDir) => {
      await cp("config", configDir, { recursive: true });
      const file = join(configDir, "entities/articles.json");
      const json = JSON.parse(await readFile(file, "utf8"));
      json.schema.properties.content.maxLength = 1_000_000;
      await writeFile(file, JSON.stringify(json));
    });
    await logIn("/rest/users/login", "admin");
    const { body } = await call("GET", "/rest/articles?limit=1");
    const [sample] = Object.values(body).find(Array.isArray) ?? [];
    const hard = `<ul>${"<li>a".repeat(28_000)}</ul>`;
    const { status } = await call("POST", "/rest/articles", { ...sample, title: "Hard", content: hard });
    expect(status).toBe(201);
    await hold(
      "PUT /config/files: another form of a hard article",
      200,
      await save("entities/articles.json", (json, run) => {
        json.schema.properties.content.options.output = run % 2 === 0 ? "quill" : "semantic";
      }),
    );
    expect(held).toEqual([]);
  },
  TIMEOUT_MS,
);
