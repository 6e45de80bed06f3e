import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openInstallation } from "../../src/node/installation.ts";
import { run } from "../../src/node/server.ts";
import { readSettings, type Settings } from "../../src/node/settings.ts";
import type { ConfigFolder } from "../../src/server/config/config-source.ts";
import { followConfig, followedFolder } from "../../src/server/config/follow-config.ts";
import { createServer } from "../../src/server/runtime/create-server.ts";
import { PATHS } from "../../src/wire/paths.ts";
import { type EditedLibrary, editedLibrary } from "../server/config/edited-library.ts";

const PASSWORD = "a long password";
const SUBJECTS = "entities/subjects.json";
const BOOKS = "entities/books.json";

let data: string;
let library: EditedLibrary;
let settings: Settings;
const log = () => {};

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), "config-journal-"));
  library = editedLibrary();
  settings = readSettings({
    PORT: "0",
    DATA_DIR: data,
    CONFIG_DIR: library.config,
    ADMIN_PASSWORD: PASSWORD,
    SAMPLE_DATA: "false",
  });
  await (await run(settings, { log })).close();
});
afterEach(() => {
  library.remove();
  rmSync(data, { recursive: true });
});

const label = (text: string) => (json: { menu: { label: string } }) => {
  json.menu.label = text;
};

/** The saved changes of the config, after a start. */
async function entriesAtStart(): Promise<unknown[]> {
  const { store, close } = await openInstallation(settings);
  const { entries } = await store.read((view) => view.journal({ kind: "config", limit: 99 }));
  await close();
  return entries.map(({ account, files }) => [account?.name ?? null, files]);
}

/** Saves a file in a server that ends while it writes it. */
async function cutOff(path: string, write: (folder: ConfigFolder) => ConfigFolder["write"]): Promise<void> {
  const { store, effects, runtime, folder, served, close } = await openInstallation(settings);
  const holder = { current: runtime };
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const cut: ConfigFolder = {
    ...folder,
    async write(files) {
      await write(folder)(files);
      reach();
      await new Promise(() => {});
    },
  };
  const follower = followConfig({ store, effects, holder, folder: cut, served, log });
  const app = createServer({
    store,
    holder,
    effects,
    config: followedFolder(cut, follower),
    log: { line: () => {}, note: log },
  });
  const call = async (method: "GET" | "POST" | "PUT", url: string, body?: object, token = "") => {
    const headers = token === "" ? {} : { authorization: `Bearer ${token}` };
    const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const credentials = { username: "director", password: PASSWORD };
  const { token } = await call("POST", "/api/rest/session/login", credentials);
  const { text, version } = await call("GET", `${PATHS.configFile}?path=${path}`, undefined, token);
  const json = JSON.parse(text);
  label("Saved")(json);
  const files = { [path]: { text: JSON.stringify(json), version } };
  void call("PUT", PATHS.configFiles, { files }, token).catch(() => undefined);
  await reached;
  await close();
}

const written = (folder: ConfigFolder) => folder.write;
const notWritten = () => async () => {};

it("a first start is no change, nor is one with the same files", async () => {
  expect(await entriesAtStart()).toEqual([]);
});

describe("files that are edited while the server is stopped", () => {
  it("are one entry by the system, with their names alone", async () => {
    library.edit(SUBJECTS, label("Topics"));
    library.edit(BOOKS, label("Volumes"));
    expect(await entriesAtStart()).toEqual([[null, [BOOKS, SUBJECTS]]]);
    expect(await entriesAtStart()).toHaveLength(1);
  });
});

describe("a save that a crash cuts off", () => {
  it("after its files were written has its account's entry, once", async () => {
    await cutOff(SUBJECTS, written);
    expect(await entriesAtStart()).toEqual([["director", [SUBJECTS]]]);
    expect(await entriesAtStart()).toHaveLength(1);
  });

  it("before that has none, and what is edited by hand later is nobody's", async () => {
    await cutOff(SUBJECTS, notWritten);
    expect(await entriesAtStart()).toEqual([]);
    library.edit(SUBJECTS, label("Saved"));
    expect(await entriesAtStart()).toEqual([[null, [SUBJECTS]]]);
  });

  it("is told apart from what is edited by hand beside it", async () => {
    await cutOff(SUBJECTS, written);
    library.edit(BOOKS, label("Volumes"));
    expect(await entriesAtStart()).toEqual([
      [null, [BOOKS]],
      ["director", [SUBJECTS]],
    ]);
  });
});
