import { describe, expect, it } from "vitest";
import type { JsonChange } from "../../../model/library.ts";
import { type EditingServer, openForEach } from "./open-editing.ts";

let editing: EditingServer;

openForEach((opened) => {
  editing = opened;
});

const MEMBERS = "entities/members.json";
const BOOKS = "entities/books.json";

const withMembers = (change: JsonChange) => ({ [MEMBERS]: editing.textWith(MEMBERS, change) });
const withBooks = (note: object) => ({
  [BOOKS]: editing.textWith(BOOKS, (json) => {
    json.schema.properties.note = { type: "string", title: "Note", ...note };
  }),
});
/** The passwords are kept in another field, that of before can be read. */
const moved = (pin: object) => ({
  ...withMembers((json) => {
    const { properties } = json.schema;
    properties.pin = { type: "string", title: "Pin", writeOnly: true, ...pin };
  }),
  "app.json": editing.textWith("app.json", (json) => {
    json.accounts.password = "pin";
  }),
});

const preview = (url: string, draft: string | null) =>
  editing.server.call("GET", url, { token: editing.token, headers: { "x-config-draft": draft ?? "" } });

describe("what is stored never to be shown", () => {
  const revealed = (json: Parameters<JsonChange>[0]) => {
    delete json.schema.properties.password.writeOnly;
    json.schema.properties.pin = { type: "string", title: "Pin", writeOnly: true };
  };
  const both = () => ({ ...moved({}), ...withMembers(revealed) });
  const refusal = { code: "STORED_VALUES", file: MEMBERS, path: "/schema/properties/password" };

  it("is in no draft and in no saved config: both are refused with the count", async () => {
    const { body } = await editing.draft(both());
    expect(body.token).toBe(null);
    expect(body.problems).toContainEqual(expect.objectContaining(refusal));
    const { status, problems } = await editing.save(both());
    expect(status).toBe(400);
    expect(problems).toContainEqual(
      expect.objectContaining({
        ...refusal,
        found: "1 stored record",
        message: "1 stored record holds a value here that was given never to be shown.",
        hint: expect.stringContaining('"writeOnly": true'),
      }),
    );
  });

  it("is not served from an edited file either: it is held back", async () => {
    for (const [path, text] of Object.entries(both())) editing.library.edit(path, text);
    await editing.server.config?.follow();
    const { config, rejected, problems } = editing.server.holder.current;
    expect(rejected).toContain(MEMBERS);
    expect(problems).toContainEqual(expect.objectContaining(refusal));
    expect(config.entities.get("members")?.source.schema.properties.password?.writeOnly).toBe(true);
    const { rows } = await editing.server.call("GET", "/api/rest/members", { token: editing.token });
    expect(rows("members")[0]).not.toHaveProperty("password");
  });

  it("stays so when its field was away, and after a draft was made while there was none", async () => {
    await editing.save(withBooks({ writeOnly: true }));
    const { body } = await editing.draft(withBooks({}));
    expect(body.token).toEqual(expect.any(String));
    const { _id } = await editing.server.insert("books", { title: "Told", year: 1990, note: "hush" });
    const { body: seen } = await preview(`/api/rest/books/${_id}`, body.token);
    expect(seen).toMatchObject({ title: "Told", note: null });
    editing.library.restore();
    await editing.server.config?.follow();
    expect((await editing.save(withBooks({}))).error.problems).toEqual([
      expect.objectContaining({ code: "STORED_VALUES", path: "/schema/properties/note" }),
    ]);
    expect((await editing.save(withBooks({ writeOnly: true }))).status).toBe(200);
  });
});

describe("a save that leaves nobody a password", () => {
  it("is refused where the new field has none", async () => {
    const { status, error } = await editing.save(moved({}));
    expect([status, error.errorCode]).toEqual([409, "LAST_ADMIN"]);
  });

  it("is refused where everyone would have the one that the config tells", async () => {
    const { status, error } = await editing.save(moved({ default: "abcdefgh" }));
    expect([status, error.problems]).toEqual([
      400,
      [expect.objectContaining({ code: "FIELD_SHAPE", path: "/schema/properties/pin/default" })],
    ]);
  });

  it("is refused where what is stored there is no password", async () => {
    const pin = { type: "string", title: "Pin", default: "abcdefgh" };
    const open = withMembers((json) => {
      json.schema.properties.pin = pin;
    });
    expect((await editing.save(open)).status).toBe(200);
    const { status, error } = await editing.save(moved({ default: undefined }));
    expect([status, error.errorCode]).toEqual([409, "LAST_ADMIN"]);
  });
});
