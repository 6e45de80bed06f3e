import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, connect, createServer as createSocketServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { holdPort } from "../../src/node/held-port.ts";
import { type RunningServer, run } from "../../src/node/server.ts";
import { readSettings, type Settings, StartRefused } from "../../src/node/settings.ts";
import { LIBRARY } from "../model/library.ts";
import { buildServer } from "../server/build-server.ts";

let folder: string;
let ending: (() => Promise<void>)[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "port-"));
  ending = [];
});
afterEach(async () => {
  for (const end of ending) await end();
  rmSync(folder, { recursive: true });
});

const settingsOf = (env: Record<string, string>): Settings =>
  readSettings({
    DATA_DIR: join(folder, "data"),
    CONFIG_DIR: LIBRARY,
    ADMIN_PASSWORD: "a long password",
    ...env,
  });

async function begin(env: Record<string, string>): Promise<RunningServer> {
  const server = await run(settingsOf(env), { log: () => undefined });
  ending.push(server.close);
  return server;
}

async function refusal(started: Promise<unknown>): Promise<string> {
  const error = await started.catch((thrown: unknown) => thrown);
  if (!(error instanceof StartRefused)) throw error;
  return error.lines.join("\n");
}

/** Takes a free port. Answers it, and what gives it back. */
async function takePort(port = 0): Promise<{ readonly port: string; give(): Promise<void> }> {
  const server = createSocketServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const give = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port: String((server.address() as AddressInfo).port), give };
}

const bytesIn = (path: string) =>
  new Map(readdirSync(path).map((name) => [name, readFileSync(join(path, name), "base64")]));

it("where the port is in use nothing is made, and nothing in a store that is there is changed", async () => {
  const taken = await takePort();
  ending.push(taken.give);
  const { port } = taken;
  expect(await refusal(begin({ PORT: port }))).toMatch(`PORT ${port} is in use`);
  expect(existsSync(join(folder, "data"))).toBe(false);

  // A store without an account: the next start that has a port makes one, and shows it.
  const first = await begin({ PORT: "0" });
  await first.close();
  ending.pop();
  const before = bytesIn(join(folder, "data"));
  // A config of which the store would keep more.
  const config = join(folder, "config");
  cpSync(LIBRARY, config, { recursive: true });
  const app = join(config, "app.json");
  writeFileSync(app, readFileSync(app, "utf8").replace(/"title": "[^"]*"/, '"title": "Other"'));
  expect(await refusal(begin({ PORT: port, CONFIG_DIR: config }))).toMatch(`PORT ${port} is in use`);
  expect(bytesIn(join(folder, "data"))).toEqual(before);
});

it("of two starts at once one has the port, and the other makes nothing", async () => {
  const { port, give } = await takePort();
  await give();
  const names = ["one", "other"];
  const started = await Promise.allSettled(
    names.map((name) => begin({ PORT: port, DATA_DIR: join(folder, name) })),
  );
  expect(started.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const made = names.filter((name) => existsSync(join(folder, name)));
  expect(made).toEqual(names.filter((_, index) => started[index]?.status === "fulfilled"));
});

it.each([
  ["a config with problems", () => ({ CONFIG_DIR: folder })],
  [
    "a store that cannot be opened",
    () => {
      mkdirSync(join(folder, "data", "store.db"), { recursive: true });
      return {};
    },
  ],
  ["a password that is too short", () => ({ ADMIN_PASSWORD: "x" })],
])("a start that fails gives the port back: %s", async (_, env) => {
  const { port, give } = await takePort();
  await give();
  await expect(begin({ PORT: port, ...env() })).rejects.toThrow();
  const again = await takePort(Number(port));
  await again.give();
});

it("whoever asks while the server starts is told so, and asks again; nobody is refused a connection in between", async () => {
  const { port, give } = await takePort();
  await give();
  const answers: string[] = [];
  let isDone = false;
  let early: Socket | undefined;
  const asking = (async () => {
    while (!isDone) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined);
      const { status } = answer === undefined ? { status: "refused" } : await answer.json();
      if (answers.at(-1) !== status) answers.push(status);
      if (status === "starting") early ??= connect(Number(port), "127.0.0.1");
    }
  })();
  await begin({ PORT: port });
  await expect.poll(() => answers.at(-1)).toBe("ok");
  isDone = true;
  await asking;
  // A connection from before the server was ready is served by it.
  let said = "";
  early?.on("data", (chunk) => {
    said += chunk;
  });
  early?.write("GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  await expect.poll(() => said).toMatch('{"status":"ok"}');
  expect(answers.slice(-2)).toEqual(["starting", "ok"]);
  expect(answers.slice(0, -2).every((one) => one === "refused")).toBe(true);
});

it("the answers of the start; a connection from before the server was ready is served by it afterwards", async () => {
  const held = await holdPort(0, "127.0.0.1");
  ending.push(held.close);
  const server = await buildServer();
  ending.push(server.close);
  const { port } = held;
  const url = `http://127.0.0.1:${port}`;

  const records = await fetch(`${url}/api/rest/books`);
  expect([records.status, records.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(Object.fromEntries(records.headers)).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    refresh: "1",
    connection: "close",
  });
  const message = "The server is starting. Try again in a moment.";
  expect(await records.json()).toEqual({ status: "error", errorCode: "STARTING", operation: "get", message });
  const page = await fetch(url);
  expect([page.status, page.headers.get("refresh")]).toEqual([503, "1"]);
  expect([await page.text(), page.headers.get("content-type")]).toEqual([
    message,
    "text/plain; charset=utf-8",
  ]);
  expect(await (await fetch(`${url}/api/health?by=me`)).json()).toEqual({ status: "starting" });
  expect(await (await fetch(`${url}/api/ready`)).json()).toEqual({ ready: false, reason: "STARTING" });
  expect(await (await fetch(url, { method: "HEAD" })).text()).toBe("");

  const early = connect(port, "127.0.0.1");
  await new Promise((resolve) => early.once("connect", resolve));
  // Accepted by now: a later connection was answered.
  await fetch(url);
  expect(await server.app.listen(held.listenOptions)).toBe(url);
  held.handOver(server.app.server);
  early.write("GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  let said = "";
  early.on("data", (chunk) => {
    said += chunk;
  });
  await new Promise((resolve) => early.once("close", resolve));
  expect(said).toMatch(/^HTTP\/1\.1 200 /);
  expect(said).toMatch('{"status":"ok"}');
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
});
