import { beforeAll, describe, expect, it } from "vitest";
import type { AppView } from "../../../../src/wire/views.ts";
import { makeBook, rowsOf } from "../../records/library-records.ts";
import { BOOKS, openDrafts } from "./open-drafts.ts";
import type { EditingServer } from "./open-editing.ts";

let editing: EditingServer;
const { preview, tokenOf, withBooks } = openDrafts((opened) => {
  editing = opened;
});

describe("a draft's token", () => {
  let draft: string;
  beforeAll(async () => {
    draft = await tokenOf(
      withBooks((json) => {
        json.label = "volume";
      }),
    );
  });

  it("is of one account: not of another editor, not of anyone else, not of nobody", async () => {
    const other = await editing.server.account({ role: "director" });
    const answer = async (token?: string) => {
      const headers = { "x-config-draft": draft };
      const { status, error } = await editing.server.call("GET", "/api/rest/books", {
        headers,
        ...(token === undefined ? {} : { token }),
      });
      return [status, error.errorCode];
    };
    expect(await answer(other.token)).toEqual([410, "DRAFT_GONE"]);
    expect(await answer(await editing.server.as("keeper"))).toEqual([403, "FORBIDDEN"]);
    expect(await answer()).toEqual([401, "UNAUTHENTICATED"]);
    expect((await preview("/api/rest/books", draft)).status).toBe(200);
  });

  it.each(["", "x", "constructor", "__proto__", "null", "undefined", "x".repeat(5000)])(
    "%.12s is none",
    async (wrong) => {
      expect((await preview("/api/rest/books", wrong)).status).toBe(410);
    },
  );

  it("never goes with a write, whatever is written", async () => {
    const { server, token } = editing;
    const book = await makeBook(server);
    const before = await rowsOf(server, "books");
    const headers = { "x-config-draft": draft };
    const version = await editing.version(BOOKS);
    const writes: [string, string, unknown?][] = [
      ["POST", "/api/rest/books", { title: "Smuggled" }],
      ["PUT", `/api/rest/books/${book._id}`, { title: "Smuggled" }],
      ["DELETE", `/api/rest/books/${book._id}`],
      ["POST", "/api/rest/session/logout", {}],
      ["POST", "/api/config/drafts", { files: {} }],
      ["PUT", "/api/config/files", { files: { [BOOKS]: { text: "{}", version } } }],
      ["POST", "/api/config/return", { path: BOOKS, version }],
      ["PATCH", "/api/rest/books", {}],
    ];
    for (const [method, url, body] of writes) {
      const answer = await server.call(method, url, {
        token,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      expect([method, url, answer.status]).toEqual([method, url, 400]);
      expect(answer.error.message).toBe("You are only trying out; nothing is stored");
    }
    expect(await rowsOf(server, "books")).toEqual(before);
    expect((await server.call("GET", "/api/config", { token })).status).toBe(200);
  });

  it("ends with the right to edit", async () => {
    const { server } = editing;
    const editor = await server.account({ role: "director" });
    const own = await tokenOf(
      withBooks((json) => {
        json.label = "volume";
      }),
      editor.token,
    );
    expect((await preview("/api/rest/books", own, editor.token)).status).toBe(200);
    await server.store.write((transaction) =>
      transaction.update(
        "members",
        editor._id,
        { role: "keeper", updatedAt: "2026-01-01T00:00:00.000Z", updatedBy: null, updatedById: null },
        [],
        "",
      ),
    );
    expect((await preview("/api/rest/books", own, editor.token)).status).toBe(403);
  });
});

describe("a draft gives nobody what they do not have", () => {
  it("not the permissions that it would give to their role, but those that it makes anew", async () => {
    const { server } = editing;
    editing.library.edit("app.json", (json) => {
      json.config.editors.push("stocker");
    });
    await server.config?.follow();
    const stocker = await server.as("stocker");
    const app = editing.textWith("app.json", (json) => {
      json.permissions.push("shelving");
      json.roles.stocker.permissions.push("staffing", "shelving");
      json.roles.stocker.hidden = true;
    });
    const shelves = editing.textWith("entities/subjects.json", (json) => {
      json.permission = "shelving";
    });
    const draft = await tokenOf({ "app.json": app, "entities/subjects.json": shelves }, stocker);
    expect((await preview("/api/rest/members", draft, stocker)).status).toBe(403);
    expect((await preview("/api/rest/subjects", draft, stocker)).status).toBe(200);
    const { body } = await preview<AppView>("/api/config", draft, stocker);
    expect(body.entities.find((one) => one.access !== "full" && one.id === "members")).toEqual({
      access: "none",
      id: "members",
      language: "en",
    });
  });

  it("not the accounts of hidden roles, where it makes their own role a hidden one", async () => {
    const { server } = editing;
    editing.library.edit("app.json", (json) => {
      json.config.editors.push("keeper");
    });
    await server.config?.follow();
    const keeper = await server.account({ role: "keeper" });
    const names = async (draft: string) => {
      const { status, rows } = await preview("/api/rest/members?limit=100", draft, keeper.token);
      return [status, rows("members").map(({ username }) => username)];
    };
    const app = editing.textWith("app.json", (json) => {
      json.roles.keeper.hidden = true;
    });
    const [status, seen] = await names(await tokenOf({ "app.json": app }, keeper.token));
    expect(status).toBe(200);
    expect(seen).not.toContain("the-director");
  });
});
