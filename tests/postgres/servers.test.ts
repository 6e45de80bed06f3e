import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { migrate } from "../../src/cli/migrate.ts";
import { configFolder } from "../../src/node/config-folder.ts";
import { openFollowedStore } from "../../src/node/followed-store.ts";
import { publishConfig } from "../../src/node/publish-config.ts";
import { type RunningServer, run } from "../../src/node/server.ts";
import { readSettings } from "../../src/node/settings.ts";
import { publishedFolder } from "../../src/server/config/published-folder.ts";
import { keepServed } from "../../src/server/config/served-files.ts";
import { runCommand } from "../cli/terminal.ts";
import type { JsonChange } from "../model/library.ts";
import { sharedCluster } from "./cluster.ts";

const PASSWORD = "a long password";
const WAIT = { timeout: 10_000, interval: 50 };

const folder = mkdtempSync(join(tmpdir(), "servers-"));
const running: RunningServer[] = [];
const log: string[] = [];
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  const url = await (await sharedCluster()).createDatabase("servers");
  env = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, "none"),
    PORT: "0",
    LOG: "off",
    ADMIN_PASSWORD: PASSWORD,
  };
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A server with a config folder of its own. */
async function begin(name: string): Promise<RunningServer> {
  const configDir = join(folder, name);
  cpSync("tests/fixtures/library", configDir, { recursive: true, force: false, errorOnExist: false });
  const settings = readSettings({ ...env, CONFIG_DIR: configDir });
  const server = await run(settings, { log: (text) => log.push(text) });
  running.push(server);
  return server;
}

async function ask(server: RunningServer, method: string, path: string, token = "", body?: unknown) {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body !== undefined) headers["content-type"] = "application/json";
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await fetch(`${server.address}/api${path}`, init);
  return { status: answer.status, body: await answer.json().catch(() => undefined) };
}

async function logIn(server: RunningServer): Promise<string> {
  const { body } = await ask(server, "POST", "/rest/session/login", "", {
    username: "director",
    password: PASSWORD,
  });
  return body.token;
}

const titleOf = (server: RunningServer) => server.holder.current.config.app.title;

it("two servers are one business: sessions, records, the served config; one goes on when the other ends", async () => {
  const one = await begin("one");
  const two = await begin("two");
  expect([one.first?.username, two.first]).toEqual(["director", undefined]);
  // Else each page would load everything anew whenever the next answer is the other server's.
  expect(two.holder.current.hash).toBe(one.holder.current.hash);
  const token = await logIn(one);
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const [writer, reader] = n % 2 === 0 ? [one, two] : [two, one];
    const made = await ask(writer, "POST", "/rest/subjects", token, { name: `Subject ${n}` });
    expect(made.status).toBe(201);
    ids.push(made.body._id);
    expect(await ask(reader, "GET", `/rest/subjects/${made.body._id}`, token)).toMatchObject({
      status: 200,
      body: { name: `Subject ${n}` },
    });
  }

  // Saved at one of them, with a column that the store did not have.
  const path = "entities/subjects.json";
  const { body: file } = await ask(one, "GET", `/config/file?path=${path}`, token);
  const entity = JSON.parse(file.text);
  entity.schema.properties.shelf = { type: "string", title: "Shelf" };
  entity.form.layout?.push?.(["shelf"]);
  const listed = await ask(one, "GET", "/config/files", token);
  const { version } = listed.body.files.find((each: { path: string }) => each.path === path);
  const saved = await ask(one, "PUT", "/config/files", token, {
    files: { [path]: { text: JSON.stringify(entity, null, 2), version } },
  });
  expect(saved).toMatchObject({ status: 200 });
  // Written at the other one before it may have heard of it.
  const hasty = await ask(two, "POST", "/rest/subjects", token, { name: "Hasty" });
  expect(hasty.status).toBe(201);
  const hasShelf = ({ holder }: RunningServer) =>
    holder.current.config.entities.get("subjects")?.fields.some(({ name }) => name === "shelf");
  await vi.waitFor(() => expect([hasShelf(one), hasShelf(two)]).toEqual([true, true]), WAIT);
  const shelved = await ask(two, "POST", "/rest/subjects", token, { name: "Shelved", shelf: "B 2" });
  expect((await ask(one, "GET", `/rest/subjects/${shelved.body._id}`, token)).body.shelf).toBe("B 2");
  // One entry of the save, though both serve it now.
  const journal = await ask(two, "GET", "/journal?kind=config", token);
  expect(journal.body.entries).toMatchObject([{ files: [path], by: "director" }]);

  // They count wrong passwords together.
  const wrong = { username: "nobody", password: "wrong" };
  const tryAt = async (server: RunningServer) =>
    (await ask(server, "POST", "/rest/session/login", "", wrong)).status;
  for (let n = 0; n < one.holder.current.config.app.limits.loginTriesPerAccount; n += 1)
    expect(await tryAt(one)).toBe(400);
  await vi.waitFor(async () => expect(await tryAt(two)).toBe(429), WAIT);

  await running.shift()?.close();
  expect((await ask(two, "GET", `/rest/subjects/${ids[0]}`, token)).status).toBe(200);
  expect((await ask(two, "POST", "/rest/session/logout", token)).status).toBe(200);
  expect((await ask(two, "GET", `/rest/subjects/${ids[0]}`, token)).status).toBe(401);
}, 60_000);

it("a folder that is not what is published is told, not served, until it is published", async () => {
  const one = await begin("one");
  const file = join(folder, "one", "app.json");
  const text = readFileSync(file, "utf8");
  const before = titleOf(one);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(text), title: "Another library" }));
  await vi.waitFor(
    () => expect(log.join("\n")).toMatch(/CONFIG_DIR is not what is published.*app\.json/),
    WAIT,
  );
  expect(titleOf(one)).toBe(before);
  const said: string[] = [];
  const say = (line: unknown) => void said.push(String(line));
  const terminal = { log: say, error: say };
  const settings = { ...env, CONFIG_DIR: join(folder, "one") };
  writeFileSync(file, "{");
  expect(await publishConfig(settings, [], terminal)).toBe(1);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(text), title: "Another library" }));
  const published = await publishConfig(settings, [], terminal);
  expect([published, said.at(-1)]).toEqual([0, expect.stringMatching(/^Published: .*app\.json/)]);
  await vi.waitFor(() => expect(titleOf(one)).toBe("Another library"), WAIT);
}, 60_000);

it("what an older version published is fetched, brought to this one and published again, with what was edited on the page", async () => {
  await (await begin("one")).close();
  running.length = 0;
  const one = { ...env, CONFIG_DIR: join(folder, "one") };
  const { store, effects, close } = await openFollowedStore(readSettings(one));
  const published = publishedFolder(store, configFolder(one.CONFIG_DIR), effects.newId);
  const older = new Map(await published.read());
  const change = (path: string, edit: JsonChange) => {
    const json = JSON.parse(older.get(path) ?? "");
    edit(json);
    older.set(path, JSON.stringify(json));
  };
  change("app.json", (app) => {
    app.title = "Edited on the page";
  });
  change("messages.json", ({ en }) => {
    delete en["undo.undo"];
  });
  await published.write(older);
  await keepServed({ store, effects }, older, []);
  await close();

  await expect(begin("three")).rejects.toThrow(/messages\.json.*undo\.undo/s);
  const said: string[] = [];
  const say = (line: unknown) => void said.push(String(line));
  const configDir = join(folder, "three");
  const command = (...asked: string[]) =>
    publishConfig({ ...env, CONFIG_DIR: configDir }, asked, { log: say, error: say });
  expect(await command("--fetch")).toBe(0);
  expect(said.at(-1)).toBe(`${configDir} is now what is published. Changed: app.json, messages.json.`);
  expect(await command("--fetch")).toBe(0);
  expect(said.at(-1)).toBe(`${configDir} is what is published already.`);
  expect(await command()).toBe(1);
  expect((await runCommand(migrate, [configDir])).code).toBe(0);
  // The tables of the database lack the column.
  const subjects = join(configDir, "entities", "subjects.json");
  const entity = JSON.parse(readFileSync(subjects, "utf8"));
  entity.schema.properties.room = { type: "string", title: "Room" };
  writeFileSync(subjects, JSON.stringify(entity));
  expect(await command()).toBe(0);
  expect(said.at(-1)).toMatch(/^Published: entities\/subjects\.json, messages\.json\./);
  const three = await begin("three");
  expect(titleOf(three)).toBe("Edited on the page");
  const placed = { name: "Placed", room: "East" };
  expect(await ask(three, "POST", "/rest/subjects", await logIn(three), placed)).toMatchObject({
    status: 201,
    body: placed,
  });
  expect(await command("--all")).toBe(2);
}, 60_000);

it("where no server has begun, there is nothing to publish or to fetch", async () => {
  const url = await (await sharedCluster()).createDatabase("untouched");
  const said: string[] = [];
  const say = (line: unknown) => void said.push(String(line));
  const settings = { ...env, DATABASE_URL: url, CONFIG_DIR: "tests/fixtures/library" };
  for (const asked of [[], ["--fetch"]])
    expect(await publishConfig(settings, asked, { log: say, error: say })).toBe(1);
  const nothing = "Nothing is published in the database yet.";
  expect(said).toEqual([`${nothing} The first server that starts publishes its folder.`, nothing]);
});

it("a database that cannot be used refuses the start in words, without its password", async () => {
  const url = "postgres://store:canary@127.0.0.1:1/none";
  const settings = readSettings({ ...env, DATABASE_URL: url, CONFIG_DIR: "tests/fixtures/library" });
  const refused = await run(settings).catch((error: Error) => error.message);
  expect(refused).toMatch(/^The database cannot be used: nothing listens there/);
  expect(refused).not.toContain("canary");
});
