import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import { completeFields } from "../../../src/server/records/complete-record.ts";
import { storedForms } from "../../../src/server/records/stored-forms.ts";
import type { Loose } from "../../model/library.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { bookValues, makeBook, next } from "./library-records.ts";

/** A secret of books, and a rule of passwords that no hash keeps. */
const changes = {
  "entities/books.json": (json: Loose) => {
    Object.assign(json.schema.properties, {
      code: {
        type: "string",
        title: "Code",
        writeOnly: true,
        maxLength: 5,
        widget: "password",
        messages: { maxLength: "Too long" },
      },
      cover: {
        type: "object",
        title: "Cover",
        image: true,
        properties: {
          fileName: { type: "string" },
          imgUrl: { type: "string" },
          expiresAt: { type: "string" },
        },
      },
    });
  },
  "entities/members.json": (json: Loose) => {
    const { password } = json.schema.properties;
    Object.assign(password, { maxLength: 20, messages: { ...password.messages, maxLength: "Too long" } });
  },
};

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await buildServer({ config: changes });
  token = await server.as("stocker");
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

const storedCode = async (_id: string) => (await server.store.read((view) => view.get("books", _id)))?.code;

describe("A stored secret", () => {
  it("is not judged again: what is stored of a password is longer than a password may be", async () => {
    const keeper = await server.as("keeper");
    const body = { username: `member ${next()}`, password: "secret 1", role: "lender" };
    const made = await server.call("POST", "/api/rest/members", { token: keeper, body });
    expect(made.status).toBe(201);
    const put = await server.call("PUT", `/api/rest/members/${made.record._id}`, {
      token: keeper,
      body: { username: `member ${next()}` },
    });
    expect(put.status).toBe(200);
  });

  it.each<[string, Json | undefined]>([
    ["not named", undefined],
    ["null", null],
    ["blank", ""],
  ])("stays where it is %s, is in no answer, and another takes its place", async (_, code) => {
    const { _id, ...made } = await makeBook(server, { code: "open" });
    expect(made).not.toHaveProperty("code");
    const put = (body: object) => server.call("PUT", `/api/rest/books/${_id}`, { token, body });
    expect((await put({ year: 1990, ...(code === undefined ? {} : { code }) })).status).toBe(200);
    expect(await storedCode(_id)).toBe("open");
    expect((await put({ code: "sesam" })).text).not.toContain("sesam");
    expect(await storedCode(_id)).toBe("sesam");
    expect((await put({ code: "sesame" })).errors).toMatchObject([{ path: "/code", keyword: "maxLength" }]);
  });

  it("is in no form of a plugin's: nobody converts it", () => {
    const books = server.holder.current.entities.get("books");
    const code = books?.placed.get("code");
    const title = books?.placed.get("title");
    const plugin = server.holder.current.registry.widgets.get("password");
    if (code === undefined || title === undefined || plugin === undefined) throw new Error("no such field");
    const hook = { plugin, server: { storedForm: () => "x", convert: (value: Json) => value }, options: {} };
    const forms = storedForms(
      [
        { ...hook, placed: code },
        { ...hook, placed: title },
      ],
      undefined,
    );
    expect(forms.converter(code.field)).toBeUndefined();
    expect(forms.converter(title.field)).toBeDefined();
  });
});

describe("An image", () => {
  it("is none where none is given, whatever its config says of what is in one", async () => {
    const posted = await server.call("POST", "/api/rest/books", { token, body: await bookValues(server) });
    expect([posted.status, posted.record.cover]).toEqual([201, null]);
  });
});

it("a list is answered as a list, whatever is stored in its place", () => {
  const fields = server.holder.current.entities.get("books")?.fields ?? [];
  for (const photos of [null, "x", 5, {}, true])
    expect([photos, completeFields(fields, { photos }).photos]).toEqual([photos, []]);
});
