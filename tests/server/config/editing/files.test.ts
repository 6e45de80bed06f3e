import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ConfigFile, ConfigFiles } from "../../../../src/wire/config-editing.ts";
import { type EditingServer, openForEach } from "./open-editing.ts";
import { otherServer } from "./other-server.ts";

let editing: EditingServer;

openForEach((opened) => {
  editing = opened;
});

const BOOKS = "entities/books.json";

async function filesOf(token = editing.token): Promise<ConfigFiles> {
  return (await editing.server.call<ConfigFiles>("GET", "/api/config/files", { token })).body;
}

async function file(path: string): Promise<ConfigFile | undefined> {
  return (await filesOf()).files.find((one) => one.path === path);
}

const EDITING: [string, string, unknown?][] = [
  ["GET", "/api/config/files"],
  ["GET", "/api/config/file?path=app.json"],
  ["POST", "/api/config/drafts", { files: {} }],
  ["PUT", "/api/config/files", { files: { "app.json": { text: "{}", version: null } } }],
  ["POST", "/api/config/return", { path: "app.json", version: null }],
];

describe.each(EDITING)("%s %s", (method, url, body) => {
  const ask = (token?: string) =>
    editing.server.call(method, url, {
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? {} : { body }),
    });
  const refusal = async (token?: string) => {
    const { status, error } = await ask(token);
    return [status, error.errorCode];
  };

  it("is only for roles that the config names, once approved", async () => {
    expect(await refusal()).toEqual([401, "UNAUTHENTICATED"]);
    expect(await refusal("no such token")).toEqual([401, "UNAUTHENTICATED"]);
    for (const role of ["keeper", "stocker", "lender"]) {
      expect(await refusal(await editing.server.as(role))).toEqual([403, "FORBIDDEN"]);
    }
    const { token } = await editing.server.account({ role: "director", approved: false });
    expect(await refusal(token)).toEqual([403, "FORBIDDEN"]);
    const { token: unknown } = await editing.server.account({ role: "constructor" });
    expect(await refusal(unknown)).toEqual([403, "FORBIDDEN"]);
    expect((await ask(editing.token)).status).not.toBe(403);
  });

  it("is refused to everyone else before a body is read", async () => {
    const token = await editing.server.as("keeper");
    const answer = await editing.server.call(method, url, { token, body: "x".repeat(6 * 1024 * 1024) });
    expect([answer.status, answer.error.errorCode]).toEqual([403, "FORBIDDEN"]);
  });
});

describe("the files", () => {
  it("are all there with label, state and version, and with the schemas of each kind", async () => {
    const { files, schemas, writable } = await filesOf();
    expect(files.map(({ path }) => path)).toEqual([
      "app.json",
      "entities/books.json",
      "entities/loans.json",
      "entities/members.json",
      "entities/reading-lists.json",
      "entities/subjects.json",
      "messages.json",
      "samples/books.json",
      "samples/loans.json",
      "samples/members.json",
      "samples/reading-lists.json",
      "samples/subjects.json",
    ]);
    expect(new Set(files.map(({ version }) => version)).size).toBe(files.length);
    expect(files.find(({ path }) => path === BOOKS)).toEqual({
      path: BOOKS,
      label: "book",
      state: "served",
      problems: [],
      version: await editing.version(BOOKS),
    });
    expect(files.find(({ path }) => path === "samples/books.json")?.label).toBe("book");
    expect(Object.keys(schemas).sort()).toEqual(["app", "entity", "messages", "samples"]);
    expect(JSON.stringify(schemas.entity)).toContain("reference-select");
    expect(writable).toBe(true);
  });

  it("with problems are held back and tell them; a new one is called as it says itself", async () => {
    editing.library.edit(BOOKS, (json) => {
      json.schema.properties.year.minimum = "old";
      json.label = "volume";
    });
    editing.library.edit("entities/shelves.json", '{ "label": "shelf" }');
    editing.library.edit("entities/nameless.json", '{ "label": 5 }');
    editing.library.edit("entities/torn.json", "{ broken");
    await editing.server.config?.follow();
    const books = await file(BOOKS);
    expect(books).toMatchObject({ label: "book", state: "heldBack", version: await editing.version(BOOKS) });
    expect(books?.problems.map(({ path }) => path)).toContain("/schema/properties/year/minimum");
    expect(await file("entities/shelves.json")).toMatchObject({ label: "shelf", state: "heldBack" });
    for (const path of ["entities/nameless.json", "entities/torn.json"]) {
      const nameless = await file(path);
      expect([nameless?.state, nameless?.label]).toEqual(["heldBack", undefined]);
    }
    expect(await file("entities/loans.json")).toMatchObject({ state: "served", problems: [] });
  });

  it("that are gone from the disk but still served are told without a version", async () => {
    editing.library.edit("messages.json", undefined);
    await editing.server.config?.follow();
    expect(await file("messages.json")).toMatchObject({ state: "heldBack", version: null });
    expect((await file("messages.json"))?.problems.map(({ code }) => code)).toEqual(["FILE_MISSING"]);
  });

  it("that are gone without a problem of theirs are told too, while a problem of others keeps them served", async () => {
    const lists = "entities/reading-lists.json";
    editing.library.edit(lists, undefined);
    editing.library.edit("samples/reading-lists.json", undefined);
    await editing.server.config?.follow();
    expect(await file(lists)).toMatchObject({ state: "heldBack", problems: [], version: null });
    expect((await file("app.json"))?.problems.map(({ code }) => code)).toContain("UNKNOWN_ENTITY");
  });
});

describe("where the folder cannot be read", () => {
  it("the files are those that are served, and none of them can be written", async () => {
    const paths = (all: ConfigFiles) => all.files.map(({ path, version }) => [path, version]);
    const before = paths(await filesOf());
    const other = otherServer(editing, { read: () => Promise.reject(new Error("EIO: read")) });
    const answer = await other.inject({
      url: "/api/config/files",
      headers: { authorization: `Bearer ${editing.token}` },
    });
    await other.close();
    expect([answer.statusCode, answer.json().writable]).toEqual([200, false]);
    expect(paths(answer.json())).toEqual(before);
  });
});

describe("one file", () => {
  it("is read as it stands on disk, also while it is held back", async () => {
    editing.library.edit(BOOKS, "{ broken");
    const { body } = await editing.server.call("GET", `/api/config/file?path=${encodeURIComponent(BOOKS)}`, {
      token: editing.token,
    });
    expect(body).toEqual({ path: BOOKS, text: "{ broken", version: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it("is one of the config, and never another of the disk", async () => {
    const { library } = editing;
    writeFileSync(join(library.folder, "outside.json"), '{ "secret": "CANARY" }');
    mkdirSync(join(library.config, "private"));
    writeFileSync(join(library.config, "private", "inside.json"), '{ "secret": "CANARY" }');
    symlinkSync(join(library.folder, "outside.json"), join(library.config, "entities", "linked.json"));
    const paths = [
      "",
      ".",
      "..",
      "../outside.json",
      "entities/../../outside.json",
      "entities/../app.json",
      "./app.json",
      "/app.json",
      join(library.folder, "outside.json"),
      join(library.config, "app.json"),
      "..%2foutside.json",
      "entities%2fbooks.json%00",
      "app.json\0",
      "private/inside.json",
      "entities",
      "entities/linked.json",
      "samples/images/gulls.png",
      "/etc/passwd",
      "entities\\books.json",
      "file://app.json",
      "constructor",
      "__proto__",
    ];
    for (const path of paths) {
      for (const query of [`path=${encodeURIComponent(path)}`, `path=${path.replaceAll("\0", "%00")}`]) {
        const { status, text } = await editing.server.call("GET", `/api/config/file?${query}`, {
          token: editing.token,
        });
        expect([query, status]).toEqual([query, 404]);
        expect(text).not.toContain("CANARY");
      }
    }
    expect((await editing.server.call("GET", "/api/config/file", { token: editing.token })).status).toBe(404);
  });
});

it("a server without files of its config has none of this", async () => {
  const { buildServer } = await import("../../build-server.ts");
  const server = await buildServer();
  const token = await server.as("director");
  for (const [method, url, body] of EDITING) {
    const answer = await server.call(method, url, { token, ...(body === undefined ? {} : { body }) });
    expect([method, url, answer.status]).toEqual([method, url, 404]);
  }
  await server.close();
});
