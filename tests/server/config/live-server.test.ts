import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RunningServer, removeSamplesOf, run } from "../../../src/node/server.ts";
import { readSettings, StartRefused } from "../../../src/node/settings.ts";
import { type EditedLibrary, editedLibrary } from "./edited-library.ts";

const PASSWORD = "a long password";

let library: EditedLibrary;
let running: RunningServer[];
let log: string[];

beforeEach(() => {
  library = editedLibrary();
  running = [];
  log = [];
});
afterEach(async () => {
  for (const one of running) await one.close();
  library.remove();
});

const settings = () =>
  readSettings({
    PORT: "0",
    DATA_DIR: join(library.folder, "data"),
    CONFIG_DIR: library.config,
    ADMIN_PASSWORD: PASSWORD,
  });

/** A real server on the real files, looked at as they change. */
async function begin(): Promise<RunningServer> {
  const server = await run(settings(), { log: (text) => log.push(text) });
  running.push(server);
  return server;
}

async function tokenOf({ address }: RunningServer): Promise<string> {
  const response = await fetch(`${address}/api/rest/session/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "director", password: PASSWORD }),
  });
  return (await response.json()).token;
}

async function call({ address }: RunningServer, token: string, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${address}/api${path}`, { method, headers, ...sent });
  return { status: response.status, body: await response.json() };
}

const titleOf = async ({ address }: RunningServer): Promise<string> =>
  (await (await fetch(`${address}/api/config/public`)).json()).title;

/** Waits for what a browser would see; how long it took. */
async function until(holds: () => Promise<boolean> | boolean): Promise<number> {
  const start = performance.now();
  while (!(await holds())) {
    if (performance.now() - start > 15_000) throw new Error("It never came to be.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - start;
}

const retitle = (title: string) =>
  library.edit("app.json", (json) => {
    json.title = title;
  });

it("an edit is served within a second, without a restart", async () => {
  const server = await begin();
  const times: number[] = [];
  for (const title of ["First", "Second", "Third"]) {
    retitle(title);
    times.push(await until(async () => (await titleOf(server)) === title));
  }
  // The middle one: another of the machine's tasks may hold up one.
  expect(times.sort((a, b) => a - b)[1]).toBeLessThan(1000);
  expect(log).toEqual(Array(3).fill("config: app.json served"));
});

it("rapid edits end at the last one, half-written texts in between included", async () => {
  const server = await begin();
  for (let count = 1; count <= 30; count += 1) {
    library.edit("app.json", '{ "format": 2, "title": "ha');
    await new Promise((resolve) => setTimeout(resolve, count));
    library.restore();
    retitle(`Edit ${count}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await titleOf(server)).toMatch(/^(Lending Library|Edit \d+)$/);
  }
  await until(async () => (await titleOf(server)) === "Edit 30");
  await until(() => server.holder.current.problems.length === 0);
});

it("a folder that is gone for a while changes nothing, and is followed again", async () => {
  const server = await begin();
  renameSync(library.config, `${library.config}-away`);
  await until(() => server.holder.current.problems.length > 0);
  expect(await titleOf(server)).toBe("Lending Library");
  const token = await tokenOf(server);
  expect((await call(server, token, "GET", "/rest/books")).body.total).toBe(3);
  mkdirSync(library.config);
  renameSync(`${library.config}-away/entities`, `${library.config}/entities`);
  library.restore();
  retitle("Back again");
  await until(async () => (await titleOf(server)) === "Back again");
  expect(server.holder.current.problems).toEqual([]);
});

it("a start with a broken file serves what was served last, and says what is wrong; values away are back with their field", async () => {
  const first = await begin();
  const token = await tokenOf(first);
  retitle("Served last");
  await until(async () => (await titleOf(first)) === "Served last");
  const [book] = (await call(first, token, "GET", "/rest/books")).body.books;
  await first.close();

  library.edit("app.json", "{");
  library.edit("entities/books.json", (json) => {
    delete json.schema.properties.summary;
    json.form.tabs[1].fields = ["isbn", "price", "scores"];
  });
  log = [];
  const second = await begin();
  expect(await titleOf(second)).toBe("Served last");
  expect(log).toContain("config: app.json rejected, its last good version is served");
  expect(log).toContainEqual(expect.stringMatching(/^config: app\.json:1:\d+ .*\[JSON_SYNTAX\]$/));
  const view = await call(second, token, "GET", "/config");
  const told = view.body.problems.map(({ file, code }: { file: string; code: string }) => `${file} ${code}`);
  // The samples name the field that went; they are no reason to keep it.
  expect(new Set(told)).toEqual(new Set(["app.json JSON_SYNTAX", "samples/books.json UNKNOWN_FIELD"]));
  const path = `/rest/books/${book._id}`;
  expect((await call(second, token, "GET", path)).body).not.toHaveProperty("summary");
  await second.close();
  const noSamples = await removeSamplesOf(settings()).catch((error: unknown) => error);
  expect(String(noSamples)).toMatch(/samples\/books\.json:\d+:\d+ .*\[UNKNOWN_FIELD\]/);

  library.restore();
  const third = await begin();
  expect(third.holder.current.problems).toEqual([]);
  expect(await titleOf(third)).toBe("Lending Library");
  expect((await call(third, token, "GET", path)).body.summary).toBe(book.summary);
});

it("a first start with a broken file is refused with every problem", async () => {
  library.edit("entities/books.json", "{");
  library.edit("entities/loans.json", (json) => {
    json.permision = "lending";
  });
  const refused = await begin().catch((error: unknown) => error);
  const lines = refused instanceof StartRefused ? refused.lines.join("\n") : "";
  expect(lines).toMatch(/entities\/books\.json:1:\d+ /);
  expect(lines).toMatch(/entities\/loans\.json:\d+:\d+ /);
  library.restore();
  expect(await titleOf(await begin())).toBe("Lending Library");
});

it("edits during writes and reads lose no record, and none fails", async () => {
  const server = await begin();
  const token = await tokenOf(server);
  const names: string[] = [];
  const write = async () => {
    const name = `Subject ${names.length}`;
    names.push(name);
    return (await call(server, token, "POST", "/rest/subjects", { name })).status;
  };
  const read = async () =>
    (await call(server, token, "GET", "/rest/subjects?sortField=name&sortOrder=asc")).status;
  for (const type of ["number", "string", "integer"]) {
    const isSorted = type !== "string";
    library.edit("entities/subjects.json", (json) => {
      json.schema.properties.rank = { type, title: "Rank", messages: { type: "A rank" } };
      json.list.columns = [
        { field: "name", sortable: isSorted },
        { field: "rank", sortable: true },
      ];
      json.list.defaultSort = { field: isSorted ? "name" : "rank", order: "asc" };
    });
    const isServed = () =>
      server.holder.current.config.entities.get("subjects")?.source.schema.properties.rank?.type === type;
    for (let after = 0; after < 2; after += isServed() ? 1 : 0) {
      const statuses = await Promise.all([...Array.from({ length: 20 }, write), read(), read()]);
      expect(statuses.slice(0, 20)).toEqual(Array(20).fill(201));
      // By a column that is no longer sorted is the browser's mistake for a moment, not the server's.
      for (const status of statuses.slice(20)) expect([200, 400]).toContain(status);
    }
  }
  const stored = new Set<string>();
  for (let page = 1; page <= Math.ceil(names.length / 100) + 1; page += 1) {
    const { body } = await call(server, token, "GET", `/rest/subjects?limit=100&page=${page}`);
    for (const { name } of body.subjects) stored.add(name);
  }
  expect(names.filter((name) => !stored.has(name))).toEqual([]);
  expect(log).toEqual(Array(3).fill("config: entities/subjects.json served"));
});
