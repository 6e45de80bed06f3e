import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonChange } from "../../../model/library.ts";
import { type EditingServer, openForEach } from "./open-editing.ts";
import { everyFile, otherServer } from "./other-server.ts";

let editing: EditingServer;

openForEach((opened) => {
  editing = opened;
});

const BOOKS = "entities/books.json";

const withTitle = (title: string) =>
  editing.textWith(BOOKS, (json) => {
    json.list.title = title;
  });

const servedTitle = () => editing.server.holder.current.config.entities.get("books")?.list.title;

const headers = (token = editing.token) => ({ authorization: `Bearer ${token}` });

it.each([
  ["long", " ".repeat(256 * 1024)],
  ["full", `[${"1,".repeat(10_000)}1]`],
  ["full of quotes", '"'.repeat(40_001)],
])("a text too %s to be checked beside everyone else is neither saved nor drafted", async (_, more) => {
  const before = editing.onDisk(BOOKS);
  const files = { [BOOKS]: before + more };
  for (const { status, error } of [await editing.save(files), await editing.draft(files)])
    expect([status, error.errorCode, error.message]).toEqual([
      413,
      "TOO_LARGE",
      `“${BOOKS}” is too long to be edited here; change it on the server, in the folder of the configuration`,
    ]);
  expect(editing.onDisk(BOOKS)).toBe(before);
});

describe("nobody locks themselves out", () => {
  const app = (change: JsonChange) => ({ "app.json": editing.textWith("app.json", change) });

  it.each<[string, JsonChange]>([
    [
      "by naming other editors",
      (json) => {
        json.config.editors = ["keeper"];
      },
    ],
    [
      "by taking every permission from the role",
      (json) => {
        json.roles.director.permissions = [];
      },
    ],
    [
      "by keeping accounts elsewhere",
      (json) => {
        json.accounts.username = "password";
        json.accounts.password = "username";
      },
    ],
  ])("%s", async (_how, change) => {
    const before = editing.onDisk("app.json");
    const { status, error } = await editing.save(app(change));
    expect(["LAST_ADMIN", "VALIDATION_ERROR"]).toContain(error.errorCode);
    expect(status).not.toBe(200);
    expect(editing.onDisk("app.json")).toBe(before);
  });

  it("in so many words", async () => {
    const { status, error } = await editing.save(
      app((json) => {
        json.config.editors = ["keeper"];
      }),
    );
    expect([status, error.message]).toEqual([
      409,
      "Nothing was saved: afterwards you could no longer log in and edit this",
    ]);
  });

  it("but more editors may be named, and they may at once", async () => {
    const keeper = await editing.server.as("keeper");
    expect(
      (
        await editing.save(
          app((json) => {
            json.config.editors.push("keeper");
          }),
        )
      ).status,
    ).toBe(200);
    expect((await editing.server.call("GET", "/api/config/files", { token: keeper })).status).toBe(200);
    expect(
      (
        await editing.save(
          app((json) => {
            json.config.editors = ["director"];
          }),
          keeper,
        )
      ).error.errorCode,
    ).toBe("LAST_ADMIN");
  });

  it("who is no editor any more when their turn comes saves nothing", async () => {
    await editing.save(
      app((json) => {
        json.config.editors.push("stocker");
      }),
    );
    const stocker = await editing.server.as("stocker");
    let write = () => {};
    const isReleased = new Promise<void>((resolve) => {
      write = resolve;
    });
    let tell = () => {};
    const isWriting = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const other = otherServer(editing, {
      async write(really) {
        tell();
        await isReleased;
        await really();
      },
    });
    const put = async (path: string, text: string, token: string) => {
      const files = { [path]: { text, version: await editing.version(path) } };
      return other.inject({
        method: "PUT",
        url: "/api/config/files",
        headers: headers(token),
        payload: { files },
      });
    };
    const only = app((json) => {
      json.config.editors = ["director"];
    });
    const demoting = put("app.json", only["app.json"], editing.token);
    await isWriting;
    const version = await editing.version(BOOKS);
    const saving = other.inject({
      method: "PUT",
      url: "/api/config/files",
      headers: headers(stocker),
      payload: { files: { [BOOKS]: { text: withTitle("Demoted"), version } } },
    });
    // far enough to be let in, for the editor that they still are
    for (let turn = 0; turn < 100; turn += 1) await new Promise((next) => setImmediate(next));
    write();
    expect((await demoting).statusCode).toBe(200);
    expect((await saving).statusCode).toBe(403);
    expect(servedTitle()).toBe("Books");
    await other.close();
  });
});

describe("a save reaches nothing but the config's own files", () => {
  it("whatever it is called", async () => {
    const { library } = editing;
    writeFileSync(join(library.folder, "outside.json"), "untouched");
    symlinkSync(join(library.folder, "outside.json"), join(library.config, "entities", "linked.json"));
    const before = everyFile(editing);
    const paths = [
      "../outside.json",
      "entities/../../outside.json",
      "entities/../app.json",
      join(library.folder, "outside.json"),
      "/etc/cron.d/x.json",
      "entities/x/y.json",
      "entities/X.json",
      "ENTITIES/books.json",
      "entities/bOOks.json",
      "entities/.json",
      "entities/books.json\0.txt",
      "samples/images/gulls.png",
      "schema/app.json",
      "package.json",
      "entities\\books.json",
      "",
    ];
    for (const path of paths) {
      for (const text of ["{}", null]) {
        const body = { files: { [path]: { text, version: null } } };
        const saved = await editing.server.call("PUT", "/api/config/files", { token: editing.token, body });
        expect([path, saved.status]).toEqual([path, 400]);
        const drafted = await editing.draft({ [path]: text });
        expect([path, drafted.status]).toEqual([path, 400]);
        const returned = await editing.server.call("POST", "/api/config/return", {
          token: editing.token,
          body: { path, version: null },
        });
        expect([path, returned.status]).toEqual([path, 404]);
      }
    }
    const linked = await editing.save({
      "entities/linked.json": editing.textWith("entities/subjects.json", (json) => {
        json.endpoints = { list: "/rest/linked", record: "/rest/linked/{id}" };
        json.listKey = "linked";
      }),
    });
    expect(linked.status).not.toBe(200);
    expect(everyFile(editing)).toEqual(before);
    expect(existsSync(join(library.folder, "outside.json"))).toBe(true);
    expect(editing.onDisk("../outside.json")).toBe("untouched");
  });

  it.each([
    ["nothing", undefined],
    ["no object", []],
    ["no files", {}],
    ["none named", { files: {} }],
    ["a list of files", { files: [{ text: "{}", version: null }] }],
    ["no text", { files: { "app.json": { version: null } } }],
    ["a number as text", { files: { "app.json": { text: 5, version: null } } }],
    ["no version", { files: { "app.json": { text: "{}" } } }],
    ["half a character", { files: { "app.json": { text: '{"title": "\ud800"}', version: null } } }],
    ["a text instead of a file", { files: { "app.json": "{}" } }],
    ["JavaScript's own names", JSON.parse('{ "files": { "__proto__": { "text": "{}", "version": null } } }')],
  ])("%s is no request", async (_what, body) => {
    const { status } = await editing.server.call("PUT", "/api/config/files", { token: editing.token, body });
    expect(status).toBe(400);
  });

  it("a body beyond all bounds is refused unread", async () => {
    for (const [method, url] of [
      ["PUT", "/api/config/files"],
      ["POST", "/api/config/drafts"],
      ["POST", "/api/config/return"],
    ] as const) {
      const body = { files: { "app.json": { text: "x".repeat(5 * 1024 * 1024), version: null } } };
      const { status } = await editing.server.call(method, url, { token: editing.token, body });
      expect(status).toBe(413);
    }
  });
});

describe("where the folder cannot be written", () => {
  const saveNever = async (app: ReturnType<typeof otherServer>) => {
    const files = { [BOOKS]: { text: withTitle("Never"), version: await editing.version(BOOKS) } };
    return app.inject({ method: "PUT", url: "/api/config/files", headers: headers(), payload: { files } });
  };

  it.each([
    ["EROFS", "Nothing was saved: the server may not change these files"],
    ["EACCES", "Nothing was saved: the server may not change these files"],
    ["EPERM", "Nothing was saved: the server may not change these files"],
    ["ENOSPC", "Nothing was saved: the server's disk is full"],
    ["EDQUOT", "Nothing was saved: the server's disk is full"],
  ])("%s is said in words, and what a return brings back is still there", async (code, message) => {
    await editing.save({ [BOOKS]: withTitle("Volumes") });
    const log: string[] = [];
    const app = otherServer(editing, {
      log,
      isWritable: async () => false,
      write: () => Promise.reject(Object.assign(new Error(`${code}: open app.json`), { code })),
    });
    const saved = await saveNever(app);
    expect([saved.statusCode, saved.json().errorCode, saved.json().message]).toEqual([
      507,
      "NOT_WRITTEN",
      message,
    ]);
    expect(log).toEqual([`config: ${code}: open app.json`]);
    const listed = await app.inject({ url: "/api/config/files", headers: headers() });
    expect(listed.json().writable).toBe(false);
    await app.close();
    expect(servedTitle()).toBe("Volumes");
    await editing.back(BOOKS);
    expect(servedTitle()).toBe("Books");
  });

  it("for a reason of which nobody knows what to say, that is a failure", async () => {
    const log: string[] = [];
    const app = otherServer(editing, {
      log,
      write: () => Promise.reject(Object.assign(new Error("EIO: open app.json"), { code: "EIO" })),
    });
    const saved = await saveNever(app);
    await app.close();
    expect([saved.statusCode, saved.json().errorCode]).toEqual([500, "INTERNAL"]);
    expect(log).toEqual([expect.stringContaining("EIO: open app.json")]);
  });
});
