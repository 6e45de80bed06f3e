import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../../../src/server/accounts/password.ts";
import { CHANGE_ID_HEADER } from "../../../src/wire/change-id.ts";
import type { HistoryAnswer, HistoryEvent } from "../../../src/wire/journal.ts";
import type { TestServer } from "../build-server.ts";
import { type EditingServer, openEditing } from "../config/editing/open-editing.ts";
import { otherServer } from "../config/editing/other-server.ts";

const PASSWORD = "an-open-shelf-22";
let editing: EditingServer;
let server: TestServer;
let director: string;

beforeAll(async () => {
  editing = await openEditing();
  server = editing.server;
  director = editing.token;
});
afterAll(() => editing.close());

const login = (username: string, password = PASSWORD) =>
  server.call<{ token: string }>("POST", "/api/rest/session/login", { body: { username, password } });
const journal = async (query = "", token = director) => {
  const answer = await server.call<HistoryAnswer>("GET", `/api/journal?${query}`, { token });
  return answer.body.entries.map((entry) => entry as HistoryEvent);
};
const person = async (role: string) => server.account({ role, password: await hashPassword(PASSWORD) });
const undo = (changeId: unknown, token: string) =>
  server.call("POST", "/api/journal/undo", { token, body: { changeId: String(changeId) } });

describe("log-ins and log-outs", () => {
  it("are entries with account, time, request and config, and nothing of password or token", async () => {
    const { _id, username } = await person("lender");
    expect((await login(username, "wrong")).status).toBe(400);
    expect(await journal(`by=${_id}`)).toEqual([]);
    const { body, headers } = await login(username);
    await server.call("POST", "/api/rest/session/logout", { token: body.token });
    const found = await journal(`by=${_id}`);
    expect(found).toEqual([
      expect.objectContaining({ kind: "logout", by: username, byId: _id }),
      expect.objectContaining({
        kind: "login",
        by: username,
        byId: _id,
        changeId: headers[CHANGE_ID_HEADER],
      }),
    ]);
    expect(await journal(`by=${_id}&kind=login`)).toHaveLength(1);
    const { entries } = await server.store.read((view) => view.journal({ accountId: _id, limit: 9 }));
    expect(entries).toHaveLength(2);
    for (const { at, requestId, config } of entries)
      expect([at, requestId, config]).toEqual([
        expect.stringMatching(/^\d{4}-.*Z$/),
        expect.stringMatching(/./),
        server.holder.current.hash,
      ]);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${PASSWORD}|${body.token}|argon2`));
  });

  it("leave the history of the account, the bin and the versions as they were", async () => {
    const { _id, username } = await person("lender");
    await login(username);
    const history = await journal(`entity=members&id=${_id}`);
    expect(history.map(({ kind }) => kind)).toEqual(["create"]);
    expect(await journal("entity=members&kind=login")).toEqual([]);
  });

  it("of an account that one may not see are shown to nobody else", async () => {
    const hidden = await person("director");
    await login(hidden.username);
    const keeper = await server.as("keeper");
    expect(await journal(`by=${hidden._id}`)).toHaveLength(1);
    expect(await journal(`by=${hidden._id}`, keeper)).toEqual([]);
    expect(JSON.stringify(await journal("limit=100", keeper))).not.toContain(hidden.username);
  });

  it("of a deleted account are still shown", async () => {
    const { _id, username } = await person("lender");
    await login(username);
    await server.call("DELETE", `/api/rest/members/${_id}`, { token: director });
    expect(await journal(`by=${_id}&kind=login`)).toHaveLength(1);
  });

  it("cannot be undone, which is said to those who may know of them", async () => {
    const { username } = await person("lender");
    const { body, headers } = await login(username);
    const changeId = headers[CHANGE_ID_HEADER];
    for (const token of [body.token, director])
      expect(await undo(changeId, token)).toMatchObject({
        status: 409,
        body: { errorCode: "NOT_UNDONE", message: expect.stringMatching(/^Log-ins, log-outs/) },
      });
    expect((await undo(changeId, await server.as("stocker"))).status).toBe(404);
  });
});

describe("a saved config", () => {
  const BOOKS = "entities/books.json";
  const withTitle = (title: unknown) => ({
    [BOOKS]: editing.textWith(BOOKS, (json) => {
      json.list.title = title;
    }),
  });

  it("is an entry with the names of the files, for those who edit it", async () => {
    expect((await editing.save(withTitle("Volumes"))).status).toBe(200);
    const [entry] = await journal("kind=config");
    expect(entry).toMatchObject({ kind: "config", by: "the-director", files: [BOOKS] });
    expect(await undo(entry?.changeId, director)).toMatchObject({ status: 409 });
    const [seen] = await journal("kind=config", await server.as("keeper"));
    expect(seen).toMatchObject({ kind: "config", by: null, byId: null });
    expect(seen).not.toHaveProperty("files");
  });

  it("that is returned to the text before is one too", async () => {
    await editing.save(withTitle("Tomes"));
    const before = (await journal("kind=config")).length;
    expect((await editing.back(BOOKS)).status).toBe(200);
    expect(await journal("kind=config")).toHaveLength(before + 1);
  });

  it("that is refused or changes nothing is none", async () => {
    const before = (await journal("kind=config")).length;
    expect((await editing.save(withTitle(5))).status).toBe(400);
    expect((await editing.save({ [BOOKS]: editing.onDisk(BOOKS) ?? "" })).status).toBe(200);
    const gone = await editing.save({ "samples/never.json": null });
    expect(gone.status).toBe(200);
    expect(gone.body.files.map(({ path }) => path)).not.toContain("samples/never.json");
    expect(await journal("kind=config")).toHaveLength(before);
  });

  it("that cannot be written is none, though its very text is then written by hand", async () => {
    const other = otherServer(editing, {
      write: () => Promise.reject(Object.assign(new Error("EROFS: open"), { code: "EROFS" })),
    });
    const { [BOOKS]: text } = withTitle("Unwritten");
    const refused = await other.inject({
      method: "PUT",
      url: "/api/config/files",
      headers: { authorization: `Bearer ${director}` },
      payload: { files: { [BOOKS]: { text, version: await editing.version(BOOKS) } } },
    });
    expect(refused.statusCode).toBe(507);
    await other.close();
    editing.library.edit(BOOKS, text);
    await server.config?.follow();
    expect((await journal("kind=config"))[0]).toMatchObject({ by: null, files: [BOOKS] });
  });

  it("over what was just edited by hand leaves that its own entry", async () => {
    const before = (await journal("kind=config")).length;
    editing.library.edit(BOOKS, withTitle("By hand, unread")[BOOKS]);
    expect((await editing.save(withTitle("Over it"))).status).toBe(200);
    const after = await journal("kind=config");
    expect(after.slice(0, after.length - before).map(({ by, files }) => [by, files])).toEqual([
      ["the-director", [BOOKS]],
      [null, [BOOKS]],
    ]);
  });

  it("is one too where files are edited by hand: by the system, once", async () => {
    const before = await journal("kind=config");
    editing.library.edit(BOOKS, (json) => {
      json.list.title = "By hand";
    });
    await server.config?.follow();
    await server.config?.follow();
    const after = await journal("kind=config");
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]).toMatchObject({ by: null, byId: null, files: [BOOKS] });
  });

  it("by hand does not name samples that the new config rejects: nobody has touched them", async () => {
    const { library } = editing;
    const [SUBJECTS, SAMPLES] = ["entities/subjects.json", "samples/subjects.json"];
    const good = editing.onDisk(SUBJECTS) ?? "";
    library.edit(SUBJECTS, (json) => {
      const { name } = json.schema.properties;
      name.maxLength = 2;
      name.messages = { ...name.messages, maxLength: "Shorter" };
    });
    await server.config?.follow();
    expect(server.holder.current.rejected).toContain(SAMPLES);
    expect((await journal("kind=config"))[0]?.files).toEqual([SUBJECTS]);
    library.edit(SUBJECTS, (json) => {
      Object.assign(json, JSON.parse(good));
    });
    await server.config?.follow();
  });

  it("of a file that was rejected, whose text is served already, is told once", async () => {
    const { library } = editing;
    const MEMBERS = "entities/members.json";
    const good = editing.onDisk(MEMBERS) ?? "";
    library.edit(MEMBERS, (json) => {
      json.list = 5;
    });
    await server.config?.follow();
    const count = async () => (await journal("kind=config")).length;
    const before = await count();
    expect((await editing.save({ [MEMBERS]: good })).status).toBe(200);
    expect(await count()).toBe(before + 1);
    await server.config?.follow();
    expect(await count()).toBe(before + 1);
    library.edit(MEMBERS, (json) => {
      json.menu.label = "By hand";
    });
    await server.config?.follow();
    expect(await count()).toBe(before + 2);
  });
});
