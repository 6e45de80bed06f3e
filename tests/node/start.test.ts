import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeRegistry } from "../../src/compiler/manifest/make-registry.ts";
import { foundPlugins } from "../../src/node/found-plugins.ts";
import { type RunningServer, removeSamplesOf, run } from "../../src/node/server.ts";
import { readSettings, StartRefused } from "../../src/node/settings.ts";
import { LIBRARY } from "../model/library.ts";
import { bearer, headOf, type RawClient, rawClient } from "../server/http/raw-client.ts";
import { plain } from "../server/images/pictures.ts";

let folder: string;
let running: RunningServer[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "start-"));
  running = [];
});
afterEach(async () => {
  for (const one of running) await one.close();
  rmSync(folder, { recursive: true });
});

async function begin(
  env: Record<string, string> = {},
  logLine: (line: string) => void = () => {},
): Promise<RunningServer> {
  const settings = readSettings({ PORT: "0", DATA_DIR: join(folder, "data"), CONFIG_DIR: LIBRARY, ...env });
  const server = await run(settings, { logLine });
  running.push(server);
  return server;
}

async function logIn({ address }: RunningServer, username: string, password: string): Promise<Response> {
  return fetch(`${address}/api/rest/session/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
}

async function books({ address }: RunningServer, token: string): Promise<{ total: number }> {
  const response = await fetch(`${address}/api/rest/books`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.json();
}

it("serves a config with every plugin there is: first account, samples, records", async () => {
  const server = await begin({ ADMIN_PASSWORD: "a long password" });
  expect(server.first).toEqual({ username: "director", password: undefined });
  const login = await logIn(server, "director", "a long password");
  expect(login.status).toBe(200);
  const { token } = await login.json();
  expect(await books(server, token)).toMatchObject({ total: 3 });
});

it("what the operator asks for: lines of JSON, metrics, and a backup at once that a server starts from", async () => {
  const lines: string[] = [];
  const backups = join(folder, "backups");
  const asked = { LOG: "json", METRICS_TOKEN: "a-token-of-the-metrics", BACKUP_DIR: backups };
  const server = await begin({ ...asked, ADMIN_PASSWORD: "a long password" }, (line) => lines.push(line));
  const { token } = await (await logIn(server, "director", "a long password")).json();
  await vi.waitFor(() =>
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: "request", route: "/api/rest/session/login", status: 200 }),
        expect.objectContaining({ event: "login", account: expect.stringMatching(/^[0-9a-f]{24}$/) }),
      ]),
    ),
  );
  const metrics = await fetch(`${server.address}/api/metrics`, {
    headers: { authorization: `Bearer ${asked.METRICS_TOKEN}` },
  });
  expect(await metrics.text()).toMatch(/^backup_age_seconds \d/m);
  const [name = ""] = readdirSync(backups);
  const copied = join(folder, "copied");
  mkdirSync(copied);
  renameSync(join(backups, name), join(copied, "store.db"));
  const other = await begin({ DATA_DIR: copied });
  expect((await logIn(other, "director", "a long password")).status).toBe(200);
  const old = { headers: { authorization: `Bearer ${token}` } };
  expect((await fetch(`${other.address}/api/rest/books`, old)).status).toBe(401);
});

it("a folder for backups that cannot be made refuses the start", async () => {
  writeFileSync(join(folder, "file"), "");
  await expect(begin({ BACKUP_DIR: join(folder, "file") })).rejects.toThrow(
    /^BACKUP_DIR ".*file" cannot be made or read/,
  );
});

it("what the environment says of connections and bodies holds", async () => {
  const server = await begin({ MAX_CONNECTIONS: "3", MAX_BODY_MB: "64", ADMIN_PASSWORD: "a long password" });
  const { port } = new URL(server.address);
  const clients: RawClient[] = [];
  for (let n = 0; n < 6; n += 1) clients.push(await rawClient(Number(port)));
  await vi.waitFor(() => expect(clients.filter(({ socket }) => socket.closed).length).toBe(3));
  const { token } = await (await logIn(server, "director", "a long password")).json();
  // 15 MB are allowed for one, and four of them fit; what is announced beside them has no room then.
  const body = JSON.stringify({ title: "x".repeat(15 * 2 ** 20 - 100) });
  const post = async (length: number) => {
    const client = await rawClient(Number(port));
    client.send(headOf("POST", "/api/rest/books", { ...bearer(token), "content-length": length }));
    return client;
  };
  const halves: RawClient[] = [];
  for (let n = 0; n < 4; n += 1) halves.push(await post(body.length));
  const asking = [await post(7 * 2 ** 20)];
  for (const half of halves) half.send(body.slice(0, -1));
  await vi.waitFor(
    async () => {
      asking.push(await post(7 * 2 ** 20));
      expect(asking.map(({ answered }) => answered.slice(9, 12))).toContain("503");
    },
    { timeout: 10_000, interval: 100 },
  );
  expect(asking[0]?.answered).toBe("");
});

it("the server hooks of plugins found by their folder run: text is cleaned, a pasted picture becomes an upload", async () => {
  const server = await begin({ ADMIN_PASSWORD: "a long password" });
  const { token } = await (await logIn(server, "director", "a long password")).json();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const picture = `data:image/png;base64,${(await plain("png")).toString("base64")}`;
  const note = `<p onclick="alert(1)">Loose <strong>plate</strong></p><script>alert(2)</script><img src="${picture}">`;
  const { books: listed } = await (await fetch(`${server.address}/api/rest/books`, { headers })).json();
  const body = JSON.stringify({ title: "Noted", year: 1990, subject: listed[0].subject._id, note });
  const posted = await fetch(`${server.address}/api/rest/books`, { method: "POST", headers, body });
  const book = await posted.json();
  expect([posted.status, book.note]).toMatchObject([201, expect.stringContaining("<strong>plate</strong>")]);
  expect(book.note).not.toMatch(/script|onclick|alert|data:/);
  const url = /\/api\/images\/[\w-]{43}\.png/.exec(book.note)?.[0];
  expect((await fetch(`${server.address}${url}`)).status).toBe(200);
});

it("a server hook that cannot be loaded, or is none, refuses the start by its folder; the others are loaded", async () => {
  const plugins = await foundPlugins({
    "/plugins/rating/server.ts": () => Promise.reject(new TypeError("table is not iterable")),
    "/plugins/rich-text/server.ts": async () => ({ claen: () => "" }),
    "/plugins/taiwan-district/server.ts": async () => ({ check: () => [] }),
  });
  expect(plugins.find(({ folder }) => folder === "plugins/taiwan-district")?.server).toMatchObject({
    exported: { check: expect.any(Function) },
  });
  const settings = readSettings({ PORT: "0", DATA_DIR: join(folder, "data"), CONFIG_DIR: LIBRARY });
  const refused = await run(settings, { plugins }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartRefused);
  expect(refused).toMatchObject({
    lines: [
      expect.stringMatching(
        /^plugins\/rating\/server\.ts:1:1 The server hook cannot be loaded: TypeError: table is not iterable\. /,
      ),
      expect.stringMatching(
        /^plugins\/rich-text\/server\.ts:1:1 The server hook has "claen", which nothing calls\. Did you mean "clean"\?/,
      ),
    ],
  });
});

it("a server hook that the bundler cannot read is told by what is wrong in it and where", async () => {
  const vites =
    "Transform failed with 1 error:\n\n[PARSE_ERROR] Unexpected token\n   ╭─[ plugins/rating/server.ts:2:12 ]\n";
  const plugins = await foundPlugins({
    "/plugins/rating/server.ts": () => Promise.reject(new Error(vites)),
  });
  expect(makeRegistry(plugins).problems.map(({ message }) => message)).toEqual([
    "The server hook cannot be loaded: Unexpected token (plugins/rating/server.ts:2:12).",
  ]);
});

it("plugins and config that are wrong are told in one refusal; what uses a plugin that cannot be read is not", async () => {
  const config = join(folder, "config");
  cpSync(LIBRARY, config, { recursive: true });
  const books = join(config, "entities/books.json");
  const text = readFileSync(books, "utf8");
  writeFileSync(books, text.replace('"maxLength"', '"widget": "gauge", "maxLenght"'));
  const gauge = { folder: "plugins/gauge", manifest: '{ "name": "gauge" ', hasIndex: true };
  const settings = readSettings({ PORT: "0", DATA_DIR: join(folder, "data"), CONFIG_DIR: config });
  const lines = async () => {
    const plugins = [...(await foundPlugins()), gauge];
    const refused = await run(settings, { plugins }).catch((error: unknown) => error);
    return refused instanceof StartRefused ? refused.lines : refused;
  };
  const ofPlugin = expect.stringMatching(/^plugins\/gauge\/plugin\.json:1:\d+ .*\[JSON_SYNTAX\]$/);
  const ofConfig = expect.stringMatching(/\/config\/entities\/books\.json:16:\d+ .*\[UNKNOWN_KEY\]$/);
  expect(await lines()).toEqual([ofPlugin, ofConfig]);
  rmSync(config, { recursive: true });
  writeFileSync(config, "");
  expect(await lines()).toEqual([ofPlugin, expect.stringMatching(/ENOTDIR.*\[NOT_SERVED\]$/)]);
});

it("an empty store without a given password gets a random one, told once; a second start has the same data", async () => {
  const first = await begin({ SAMPLE_DATA: "off" });
  const { username = "", password = "" } = first.first ?? {};
  const modules = [...first.holder.current.modules.keys()];
  await first.close();
  const second = await begin();
  expect(second.first).toBe(undefined);
  // Addresses that browsers have cached stay good.
  expect([...second.holder.current.modules.keys()]).toEqual(modules);
  const { token } = await (await logIn(second, username, password ?? "")).json();
  expect(await books(second, token)).toEqual({ books: [], total: 0 });
});

it("a config that is wrong refuses to start, one line for each problem with file, line and column", async () => {
  const refused = await begin({ CONFIG_DIR: folder }).catch((error: unknown) => error);
  const lines = refused instanceof StartRefused ? refused.lines : [];
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toMatch(/^\S+\.json:\d+:\d+ \S.*\. \[[A-Z_]+\]$/);
});

it.each([
  ["a file in the place of its entities", "entities"],
  ["a file in its place", "."],
])("a config folder that cannot be read is served as it was last: %s", async (_, broken) => {
  const config = join(folder, "config");
  cpSync(LIBRARY, config, { recursive: true });
  const first = await begin({ CONFIG_DIR: config });
  const { title } = first.holder.current.config.app;
  await first.close();
  rmSync(join(config, broken), { recursive: true });
  writeFileSync(join(config, broken), "");
  const second = await begin({ CONFIG_DIR: config });
  expect(second.holder.current.config.app.title).toBe(title);
  expect(second.holder.current.problems.map(({ code }) => code)).toEqual(["NOT_SERVED"]);
});

describe("what cannot start says which setting is wrong, and leaves the folder free", () => {
  const refusal = async (started: Promise<unknown>) => {
    const error = await started.catch((thrown: unknown) => thrown);
    return error instanceof StartRefused ? error.lines.join("\n") : error;
  };
  const settings = () => readSettings({ DATA_DIR: join(folder, "data"), CONFIG_DIR: LIBRARY });

  it("a second server, and the removal of samples, beside a running one", async () => {
    const first = await begin();
    const inUse = expect.stringMatching(/^DATA_DIR ".*" is in use by a server/);
    expect(await refusal(begin())).toEqual(inUse);
    expect(await refusal(removeSamplesOf(settings()))).toEqual(inUse);
    await first.close();
    await (await begin()).close();
  });

  it("a port that is taken, an unknown host, a data folder that is a file", async () => {
    const { address } = await begin();
    const { port } = new URL(address);
    const other = { DATA_DIR: join(folder, "other") };
    expect(await refusal(begin({ ...other, PORT: port }))).toMatch(`PORT ${port} is in use`);
    expect(await refusal(begin({ ...other, HOST: "192.0.2.1" }))).toMatch('HOST "192.0.2.1"');
    writeFileSync(join(folder, "file"), "");
    expect(await refusal(begin({ DATA_DIR: join(folder, "file") }))).toMatch(
      /^DATA_DIR ".*" leads to a file/,
    );
    await begin(other);
  });

  it("samples are not removed from where there is no store, and none is made", async () => {
    expect(await refusal(removeSamplesOf(settings()))).toMatch(/^There is no store in DATA_DIR/);
    expect(existsSync(join(folder, "data"))).toBe(false);
  });
});
