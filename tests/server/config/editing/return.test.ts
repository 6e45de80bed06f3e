import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ConfigFile, ConfigFiles } from "../../../../src/wire/config-editing.ts";
import { type EditingServer, newShelves, openForEach } from "./open-editing.ts";
import { otherServer } from "./other-server.ts";

let editing: EditingServer;

openForEach((opened) => {
  editing = opened;
});

const BOOKS = "entities/books.json";
const SHELVES = "entities/shelves.json";

const withTitle = (title: string) =>
  editing.textWith(BOOKS, (json) => {
    json.list.title = title;
  });

const servedTitle = () => editing.server.holder.current.config.entities.get("books")?.list.title;

async function listed(path: string): Promise<ConfigFile | undefined> {
  const { body } = await editing.server.call<ConfigFiles>("GET", "/api/config/files", {
    token: editing.token,
  });
  return body.files.find((file) => file.path === path);
}

describe("a return", () => {
  it("puts back the very text before the last save, is served at once, and is undone by another", async () => {
    const first = editing.onDisk(BOOKS);
    const second = `${withTitle("Volumes")}\n\n`;
    await editing.save({ [BOOKS]: second });
    const { status, body } = await editing.back(BOOKS);
    expect(status).toBe(200);
    expect(body.files.map(({ path }) => path)).toContain(BOOKS);
    expect([editing.onDisk(BOOKS), servedTitle()]).toEqual([first, "Books"]);
    await editing.back(BOOKS);
    expect([editing.onDisk(BOOKS), servedTitle()]).toEqual([second, "Volumes"]);
    expect(editing.server.log).toContain(`config: "the-director" returned ${BOOKS}`);
  });

  it("takes away a file that was new, and brings back one that was taken away", async () => {
    const samples = "samples/reading-lists.json";
    const text = editing.onDisk(samples);
    expect((await editing.save({ [samples]: null })).status).toBe(200);
    expect(editing.onDisk(samples)).toBe(undefined);
    expect(await listed(samples)).toMatchObject({
      version: null,
      state: "served",
      before: { savedBy: "the-director" },
    });
    expect((await editing.back(samples)).status).toBe(200);
    expect(editing.onDisk(samples)).toBe(text);
    expect((await editing.back(samples)).status).toBe(200);
    expect(editing.onDisk(samples)).toBe(undefined);
  });

  it("of a file that holds only with others of the same save brings those back too", async () => {
    const texts = newShelves(editing);
    const app = editing.onDisk("app.json");
    expect((await editing.save(texts)).status).toBe(200);
    expect((await editing.back(SHELVES)).status).toBe(200);
    expect([editing.onDisk(SHELVES), editing.onDisk("app.json")]).toEqual([undefined, app]);
    expect(editing.server.holder.current.config.entities.has("shelves")).toBe(false);
    expect((await editing.back("app.json")).status).toBe(200);
    expect([editing.onDisk(SHELVES), editing.onDisk("app.json")]).toEqual([
      texts[SHELVES],
      texts["app.json"],
    ]);
    expect(editing.server.holder.current.config.entities.has("shelves")).toBe(true);
  });

  it("leaves the others alone where it holds without them, and where somebody changed them since", async () => {
    const limit = editing.textWith("app.json", (json) => {
      json.limits.pageSize = 20;
    });
    await editing.save({ [BOOKS]: withTitle("Volumes"), "app.json": limit });
    await editing.back(BOOKS);
    expect([servedTitle(), editing.onDisk("app.json")]).toEqual(["Books", limit]);

    const shelves = newShelves(editing);
    expect((await editing.save(shelves)).status).toBe(200);
    const changed = editing.textWith("app.json", (json) => {
      json.limits.pageSize = 30;
    });
    const refused = async () => {
      expect((await editing.back(SHELVES)).status).toBe(400);
      expect([editing.onDisk("app.json"), editing.onDisk(SHELVES)]).toEqual([changed, shelves[SHELVES]]);
    };
    editing.library.edit("app.json", changed);
    await refused();
    editing.library.edit("app.json", shelves["app.json"]);
    expect((await editing.save({ "app.json": changed })).status).toBe(200);
    await refused();
  });

  it("is held to all that a save is held to", async () => {
    const call = (body: unknown, token = editing.token) =>
      editing.server.call("POST", "/api/config/return", { token, body });
    await editing.save({ [BOOKS]: withTitle("Volumes") });
    const stale = await editing.version(BOOKS);
    editing.library.edit(BOOKS, withTitle("By hand"));
    expect((await call({ path: BOOKS, version: stale })).error.errorCode).toBe("STALE");
    expect(editing.onDisk(BOOKS)).toBe(withTitle("By hand"));

    // what was before no longer holds: its permission is gone meanwhile
    await editing.save({
      "app.json": editing.textWith("app.json", (json) => {
        json.permissions.push("archive");
        json.roles.director.permissions.push("archive");
      }),
    });
    await editing.save({
      [BOOKS]: editing.textWith(BOOKS, (json) => {
        json.permission = "archive";
      }),
    });
    await editing.save({
      [BOOKS]: editing.textWith(BOOKS, (json) => {
        json.permission = "stock";
      }),
    });
    const withoutArchive = await editing.save({
      "app.json": editing.textWith("app.json", (json) => {
        json.permissions.pop();
        json.roles.director.permissions.pop();
      }),
    });
    expect(withoutArchive.status).toBe(200);
    const refused = await editing.back(BOOKS);
    expect([refused.status, refused.problems[0]?.code]).toEqual([400, "UNKNOWN_PERMISSION"]);
    expect(editing.server.holder.current.config.entities.get("books")?.permission).toBe("stock");
  });

  it.each([
    ["a file that was never saved here", { path: "entities/subjects.json", version: null }, 404],
    ["a file that never was", { path: "entities/never.json", version: null }, 404],
    ["JavaScript's own names", { path: "constructor", version: null }, 404],
    ["another file of the disk", { path: "../outside.json", version: null }, 404],
    ["nothing", {}, 400],
    ["a number", { path: 5, version: null }, 400],
    ["no version", { path: BOOKS }, 400],
  ])("%s cannot be had back", async (_what, body, status) => {
    const answer = await editing.server.call("POST", "/api/config/return", { token: editing.token, body });
    expect(answer.status).toBe(status);
  });

  it("that cannot be written says so, also where the folder cannot be read any more", async () => {
    await editing.save({ [BOOKS]: withTitle("Volumes") });
    const log: string[] = [];
    let isGone = false;
    const other = otherServer(editing, {
      log,
      read: (read) => (isGone ? Promise.reject(new Error("EIO: read")) : read()),
      write() {
        isGone = true;
        return Promise.reject(Object.assign(new Error("EROFS: open"), { code: "EROFS" }));
      },
    });
    const answer = await other.inject({
      method: "POST",
      url: "/api/config/return",
      headers: { authorization: `Bearer ${editing.token}` },
      payload: { path: BOOKS, version: await editing.version(BOOKS) },
    });
    expect([answer.statusCode, answer.json().errorCode]).toEqual([507, "NOT_WRITTEN"]);
    expect(log).toEqual(["config: EROFS: open"]);
    await other.close();
  });

  it("of a file that could not be read brings back none: there is no text to bring back", async () => {
    const samples = "samples/reading-lists.json";
    const text = editing.onDisk(samples) ?? "";
    writeFileSync(join(editing.library.config, samples), Buffer.from([0xff, 0xfe, 0x00]));
    const url = `/api/config/file?path=${samples}`;
    const { status, body } = await editing.server.call("GET", url, { token: editing.token });
    expect([status, body]).toEqual([200, { path: samples, text: "", version: expect.any(String) }]);
    expect((await editing.save({ [samples]: text })).status).toBe(200);
    expect(editing.onDisk(samples)).toBe(text);
    expect((await editing.back(samples)).status).toBe(200);
    expect(editing.onDisk(samples)).toBe(undefined);
  });

  it("is still there after a restart, and in every backup: it is in the store", async () => {
    await editing.save({ [BOOKS]: withTitle("Volumes") });
    const kept = await editing.server.store.read((view) => view.setting(`config.before/${BOOKS}`));
    expect(kept).toContain("All books");
  });
});
