import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { describe, expect, it } from "vitest";
import type { ConfigSource } from "../../../../src/server/config/config-source.ts";
import { createServer } from "../../../../src/server/create-server.ts";
import type { ConfigFile, ConfigFiles } from "../../../../src/wire/config-editing.ts";
import type { JsonChange } from "../../../model/library.ts";
import { type EditingServer, newShelves, openForEach } from "./open-editing.ts";

let editing: EditingServer;

openForEach((opened) => {
  editing = opened;
});

const BOOKS = "entities/books.json";
const LISTS = "entities/reading-lists.json";

const withTitle = (title: string) =>
  editing.textWith(BOOKS, (json) => {
    json.list.title = title;
  });

const servedTitle = () => editing.server.holder.current.config.entities.get("books")?.list.title;

const headers = (token = editing.token) => ({ authorization: `Bearer ${token}` });

interface Otherwise {
  readonly log?: string[];
  readonly isWritable?: ConfigSource["isWritable"];
  read?(read: ConfigSource["read"]): ReturnType<ConfigSource["read"]>;
  write?(write: () => Promise<void>): Promise<void>;
}

/** Another server over the same files, records and config, whose disk behaves otherwise. */
function otherServer({ log = [], isWritable = async () => true, read, write }: Otherwise): FastifyInstance {
  const { store, holder, effects, config } = editing.server;
  if (config === undefined) throw new Error("The server has no files.");
  const source: ConfigSource = {
    ...config,
    isWritable,
    read: () => (read === undefined ? config.read() : read(config.read)),
    write: (files) => (write === undefined ? config.write(files) : write(() => config.write(files))),
  };
  return createServer({ store, holder, effects, config: source, log: (text) => log.push(text) });
}

/** Every file below the config's folder, so that nothing half is left beside them. */
function everything(): string[] {
  const all = readdirSync(editing.library.config, { recursive: true, withFileTypes: true });
  return all
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .sort();
}

function fileIn(body: ConfigFiles, path: string): ConfigFile | undefined {
  return body.files.find((file) => file.path === path);
}

describe("a save", () => {
  it("is on disk as it was typed, served at once, told to the operator, and answers the files as they are now", async () => {
    const text = `${withTitle("Volumes").replaceAll("\n", "\r\n")}\n\n`;
    const before = everything();
    const { status, body } = await editing.save({ [BOOKS]: text });
    expect(status).toBe(200);
    expect(editing.onDisk(BOOKS)).toBe(text);
    expect(everything()).toEqual(before);
    expect(servedTitle()).toBe("Volumes");
    expect(fileIn(body, BOOKS)).toEqual({
      path: BOOKS,
      label: "book",
      state: "served",
      problems: [],
      version: await editing.version(BOOKS),
      before: { savedAt: expect.stringMatching(/^\d{4}-.*Z$/), savedBy: "the-director" },
    });
    expect(editing.server.log).toContain(`config: "the-director" saved ${BOOKS}`);
  });

  it("of several files is one: a new entity with its place in the menu", async () => {
    const { "app.json": app, ...shelves } = newShelves(editing);
    const alone = await editing.save({ "app.json": app });
    expect([alone.status, alone.error.errorCode]).toEqual([400, "VALIDATION_ERROR"]);
    const { status, body } = await editing.save({ "app.json": app, ...shelves });
    expect(status).toBe(200);
    const stocker = await editing.server.as("stocker");
    expect((await editing.server.call("GET", "/api/rest/shelves", { token: stocker })).body).toEqual({
      shelves: [],
      total: 0,
    });
    expect(fileIn(body, "entities/shelves.json")).toMatchObject({ label: "shelf", state: "served" });

    const gone = await editing.save({ "entities/shelves.json": null });
    expect([gone.status, gone.problems[0]?.code]).toEqual([400, "UNKNOWN_ENTITY"]);
  });

  it("of what is on disk already changes nothing, not even what a return brings back", async () => {
    await editing.save({ [BOOKS]: withTitle("Volumes") });
    const lines = editing.server.log.length;
    const { status, body } = await editing.save({ [BOOKS]: withTitle("Volumes") });
    expect(status).toBe(200);
    expect(editing.server.log.length).toBe(lines);
    expect(fileIn(body, BOOKS)?.before).toBeDefined();
    await editing.back(BOOKS);
    expect(servedTitle()).toBe("Books");
  });
});

describe("what was changed meanwhile is never overwritten", () => {
  const put = (files: unknown) =>
    editing.server.call("PUT", "/api/config/files", { token: editing.token, body: { files } });

  it("nothing is saved where one of the files is no longer what was read; the file is named", async () => {
    const [books, lists] = [await editing.version(BOOKS), await editing.version(LISTS)];
    const mine = withTitle("Mine");
    editing.library.edit(LISTS, (json) => {
      json.list.title = "By hand";
    });
    const { status, error } = await put({
      [BOOKS]: { text: mine, version: books },
      [LISTS]: { text: "{}", version: lists },
    });
    expect([status, error.errorCode]).toEqual([409, "STALE"]);
    expect(error.message).toContain(LISTS);
    expect(editing.onDisk(BOOKS)).not.toBe(mine);
    expect(editing.onDisk(LISTS)).toContain("By hand");
  });

  it("no version means that there is no such file yet; a version, that there is", async () => {
    for (const [path, version] of [
      [BOOKS, null],
      ["entities/shelves.json", "0".repeat(32)],
      [BOOKS, "0".repeat(32)],
      [BOOKS, ""],
    ]) {
      const { status, error } = await put({ [String(path)]: { text: withTitle("X"), version } });
      expect([path, status, error.errorCode]).toEqual([path, 409, "STALE"]);
    }
  });

  it("of two saves of one version at once, one wins", async () => {
    const version = await editing.version(BOOKS);
    const titles = ["First", "Second", "Third"];
    const answers = await Promise.all(
      titles.map((title) => put({ [BOOKS]: { text: withTitle(title), version } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = titles[answers.findIndex(({ status }) => status === 200)];
    expect(editing.onDisk(BOOKS)).toBe(withTitle(winner ?? ""));
    expect(servedTitle()).toBe(winner);
  });

  it("an edit on disk while the save is being checked is kept, and so is what a return brings back", async () => {
    await editing.save({ [BOOKS]: withTitle("Volumes") });
    const [mine, byHand] = [withTitle("Mine"), withTitle("By hand")];
    let reads = 0;
    const app = otherServer({
      read: async (read) => {
        reads += 1;
        // the first look is at what is to be saved over, the last comes just before it is written
        if (reads === 2) editing.library.edit(BOOKS, byHand);
        return read();
      },
    });
    const files = { [BOOKS]: { text: mine, version: await editing.version(BOOKS) } };
    const { statusCode } = await app.inject({
      method: "PUT",
      url: "/api/config/files",
      headers: headers(),
      payload: { files },
    });
    expect([statusCode, reads]).toEqual([409, 2]);
    expect(editing.onDisk(BOOKS)).toBe(byHand);
    await app.close();
    await editing.back(BOOKS);
    expect(editing.onDisk(BOOKS)).toContain('"title": "Books"');
  });
});

describe("a save that would leave problems is refused with them", () => {
  it("of its own files", async () => {
    const before = editing.onDisk(BOOKS);
    const { status, error, problems } = await editing.save({
      [BOOKS]: editing.textWith(BOOKS, (json) => {
        json.list.columns[0].field = "titel";
        json.permission = "stok";
      }),
    });
    expect([status, error.errorCode, error.message]).toEqual([
      400,
      "VALIDATION_ERROR",
      "Nothing was saved: the configuration would have problems",
    ]);
    expect(problems.map(({ code, file }) => [code, file])).toEqual(
      expect.arrayContaining([
        ["UNKNOWN_PERMISSION", BOOKS],
        ["UNKNOWN_FIELD", BOOKS],
      ]),
    );
    expect(editing.onDisk(BOOKS)).toBe(before);
    expect(servedTitle()).toBe("Books");
  });

  it("that it brings to others", async () => {
    const { status, problems } = await editing.save({
      "entities/subjects.json": editing.textWith("entities/subjects.json", (json) => {
        json.schema.properties.label = json.schema.properties.name;
        delete json.schema.properties.name;
        json.labelField = "label";
        json.list.columns = [{ field: "label" }];
        json.list.search = { field: "label" };
        json.list.deleteConfirm = "Delete?";
      }),
    });
    expect(status).toBe(400);
    expect(problems.map(({ file }) => file)).toContain(BOOKS);
  });

  it("with what the store has, too: stored values that could not become of another kind", async () => {
    await editing.server.insert("books", { title: "One", year: 1990, summary: "not a number" });
    const { status, error } = await editing.save({
      [BOOKS]: editing.textWith(BOOKS, (json) => {
        json.schema.properties.summary = { type: "number", title: "Summary" };
      }),
    });
    expect(status).toBe(400);
    expect(error.problems).toContainEqual(
      expect.objectContaining({ code: "STORED_VALUES", found: "1 stored record", file: BOOKS }),
    );
    expect(editing.onDisk(BOOKS)).toContain("textarea");
  });

  it("but problems that other files have already stand in nobody's way, and it may mend them", async () => {
    editing.library.edit(LISTS, "{ broken");
    await editing.server.config?.follow();
    const saved = await editing.save({ [BOOKS]: withTitle("Volumes") });
    expect(saved.status).toBe(200);
    expect(servedTitle()).toBe("Volumes");
    expect(fileIn(saved.body, LISTS)?.state).toBe("heldBack");
    const still = await editing.save({ [LISTS]: "{ still broken" });
    expect(still.status).toBe(400);
    expect(editing.onDisk(LISTS)).toBe("{ broken");
    editing.library.edit(LISTS, "{ broken once more");
    const mended = await editing.save({
      [LISTS]: JSON.stringify(editing.server.holder.current.config.entities.get("reading-lists")?.source),
    });
    expect(mended.status).toBe(200);
    expect(fileIn(mended.body, LISTS)).toMatchObject({ state: "served", problems: [] });
  });
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
      "Nothing was saved: after this you could no longer log in and edit the configuration",
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
    const other = otherServer({
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
    const before = everything();
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
    expect(everything()).toEqual(before);
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
  it.each([
    ["EROFS", "Nothing was saved: the server may not write the configuration's folder"],
    ["EACCES", "Nothing was saved: the server may not write the configuration's folder"],
    ["ENOSPC", "Nothing was saved: the server's disk is full"],
  ])("%s is said in words, and what a return brings back is still there", async (code, message) => {
    await editing.save({ [BOOKS]: withTitle("Volumes") });
    const log: string[] = [];
    const app = otherServer({
      log,
      isWritable: async () => false,
      write: () => Promise.reject(Object.assign(new Error(`${code}: open app.json`), { code })),
    });
    const files = { [BOOKS]: { text: withTitle("Never"), version: await editing.version(BOOKS) } };
    const saved = await app.inject({
      method: "PUT",
      url: "/api/config/files",
      headers: headers(),
      payload: { files },
    });
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
});

it("a save that is written and served, but whose answer fails, is not done a second time", async () => {
  const log: string[] = [];
  let writes = 0;
  const app = otherServer({
    log,
    isWritable: () => Promise.reject(new Error("gone for a moment")),
    write(write) {
      writes += 1;
      return write();
    },
  });
  const files = { [BOOKS]: { text: withTitle("Volumes"), version: await editing.version(BOOKS) } };
  const saved = await app.inject({
    method: "PUT",
    url: "/api/config/files",
    headers: headers(),
    payload: { files },
  });
  // trying it again would say that someone else changed the file
  expect([saved.statusCode, saved.json().errorCode, writes]).toEqual([500, "INTERNAL", 1]);
  expect(log).toContainEqual(expect.stringContaining("gone for a moment"));
  expect(servedTitle()).toBe("Volumes");
  await app.close();
});
