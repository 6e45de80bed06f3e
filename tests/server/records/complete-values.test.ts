import { afterEach, describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import { defineServerPlugin, type ServerContext } from "../../../src/plugin/server-hook.ts";
import { verifyPassword } from "../../../src/server/accounts/password.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { bookValues, makeBook, rowsOf } from "./library-records.ts";

let server: TestServer;

afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

async function build(options: Parameters<typeof buildServer>[0] & object): Promise<string> {
  server = await buildServer(options);
  return server.as("stocker");
}

const BOOKS = "entities/books.json";

const blurb = defineServerPlugin<string>({
  complete: ({ record }) => `About ${record.title}`,
});

describe("`complete` gives a field a value that is empty otherwise", () => {
  it.each([
    ["that the request does not name", {}],
    ["that the request empties", { summary: null }],
    ["that is blank", { summary: "  " }],
  ])("on create, one %s", async (_case, values) => {
    await build({ hooks: { textarea: blurb } });
    const book = await makeBook(server, { title: "Gulls", ...values });
    expect(book.summary).toBe("About Gulls");
    expect(await rowsOf(server, "books")).toMatchObject([{ summary: "About Gulls" }]);
  });

  it("on update, also one that the request does not touch, by the record as it will be", async () => {
    const token = await build({ hooks: { textarea: blurb } });
    const { _id } = await server.insert("books", await bookValues(server, { title: "Gulls" }));
    const put = async (body: object) =>
      (await server.call("PUT", `/api/rest/books/${_id}`, { token, body })).record.summary;
    expect(await put({ title: "Terns" })).toBe("About Terns");
    expect(await put({ title: "Auks" })).toBe("About Terns");
    expect(await put({ summary: "Mine" })).toBe("Mine");
    expect(await put({ summary: null })).toBe("About Auks");
    expect(await rowsOf(server, "books")).toMatchObject([{ summary: "About Auks" }]);
  });

  it("is not asked where something stands, and null leaves the field as it is", async () => {
    const asked: string[] = [];
    const complete = ({ path }: ServerContext) => {
      asked.push(path);
      return null;
    };
    await build({ hooks: { textarea: defineServerPlugin<string>({ complete }) } });
    expect((await makeBook(server, { summary: "Mine" })).summary).toBe("Mine");
    expect(asked).toEqual([]);
    expect((await makeBook(server)).summary).toBe(null);
    expect((await makeBook(server, { summary: "" })).summary).toBe("");
    expect(asked).toEqual(["summary", "summary"]);
  });

  it("0 and false are something", async () => {
    const hooks = { number: { complete: () => 7 }, switch: { complete: () => true } };
    await build({ hooks });
    const book = await makeBook(server, { available: false, scores: { readers: 0, staff: null } });
    expect([book.available, book.scores]).toEqual([false, { readers: 0, staff: 7 }]);
  });

  it("what it gives is cleaned, validated and checked, in this order", async () => {
    const steps: unknown[] = [];
    const hook = defineServerPlugin<string>({
      async complete() {
        steps.push("complete");
        return "given";
      },
      clean(value, { record }) {
        steps.push(["clean", value, record.summary]);
        return value.toUpperCase();
      },
      check(value) {
        steps.push(["check", value]);
        return [];
      },
    });
    const token = await build({
      hooks: { textarea: hook },
      config: {
        [BOOKS]: (json) => {
          Object.assign(json.schema.properties.summary, {
            maxLength: 40,
            conditions: [{ when: { field: "title", is: "Gulls" }, require: true }],
            messages: { maxLength: "Too long", required: "Say what it is about" },
          });
        },
      },
    });
    expect((await makeBook(server, { title: "Gulls" })).summary).toBe("GIVEN");
    expect(steps).toEqual(["complete", ["clean", "given", "given"], ["check", "GIVEN"]]);
    Object.assign(hook, { complete: () => "long".repeat(20) });
    const refused = await server.call("POST", "/api/rest/books", { token, body: await bookValues(server) });
    expect([refused.status, refused.errors]).toEqual([
      400,
      [{ path: "/summary", keyword: "maxLength", message: "Too long" }],
    ]);
    Object.assign(hook, { complete: () => "a\0b", clean: undefined });
    const torn = await server.call("POST", "/api/rest/books", { token, body: await bookValues(server) });
    expect([torn.status, torn.errors[0]]).toMatchObject([400, { path: "/summary", keyword: "format" }]);
  });

  it("inside objects and items of lists, where there are any", async () => {
    const paths: string[] = [];
    const hook = {
      complete: ({ path }: ServerContext) => {
        paths.push(path);
        return 4;
      },
    };
    const token = await build({
      hooks: { number: hook },
      config: {
        [BOOKS]: (json) => {
          delete json.schema.properties.scores.properties.readers.default;
          json.schema.properties.chapters = {
            type: "array",
            title: "Chapters",
            widget: "record-slots",
            items: {
              type: "object",
              properties: {
                name: { type: "string", title: "Name" },
                pages: { type: "integer", title: "Pages", widget: "number" },
              },
            },
          };
        },
      },
    });
    const book = await makeBook(server, {
      scores: { readers: 1 },
      chapters: [{ name: "a" }, { name: "b", pages: 2 }, { name: "c", pages: null }],
    });
    expect(book.chapters).toEqual([
      { name: "a", pages: 4 },
      { name: "b", pages: 2 },
      { name: "c", pages: 4 },
    ]);
    expect(paths).toEqual(["chapters.0.pages", "chapters.2.pages"]);
    const stored = await server.insert("books", {
      ...(await bookValues(server)),
      scores: { readers: null, staff: 3 },
    });
    const { record } = await server.call("PUT", `/api/rest/books/${stored._id}`, {
      token,
      body: { summary: "x" },
    });
    expect([record.scores, record.chapters]).toEqual([{ readers: 4, staff: 3 }, []]);
    const refused = await server.call("POST", "/api/rest/books", {
      token,
      body: await bookValues(server, { chapters: 5 as Json, scores: "x" as Json }),
    });
    expect(refused.errors.map(({ path }) => path).sort()).toEqual(["/chapters", "/scores"]);
  });

  it.each([
    ["disables", { disable: true }],
    ["hides and clears", { show: false }],
  ])("a condition that %s the field has the last word", async (_case, then) => {
    const config = {
      [BOOKS]: (json: { schema: { properties: { summary: object } } }) => {
        const conditions = [{ when: { field: "genre", is: "poetry" }, ...then }];
        Object.assign(json.schema.properties.summary, { conditions, whenHidden: "clear" });
      },
    };
    await build({ hooks: { textarea: blurb }, config });
    expect((await makeBook(server, { genre: "poetry" })).summary).toBe(null);
    expect((await makeBook(server, { genre: "novel", title: "Gulls" })).summary).toBe("About Gulls");
  });

  it("a secret that is stored is not completed, and one that is not is", async () => {
    const asked: string[] = [];
    const complete = ({ path }: ServerContext) => {
      asked.push(path);
      return "correct horse battery";
    };
    server = await buildServer({ hooks: { password: { complete } } });
    const token = await server.as("director");
    const { _id } = await server.account({ role: "lender", password: "$stored$" });
    const url = `/api/rest/members/${_id}`;
    expect((await server.call("PUT", url, { token, body: { role: "stocker" } })).status).toBe(200);
    expect(asked).toEqual([]);
    expect(await server.store.read((view) => view.get("members", _id))).toMatchObject({
      password: "$stored$",
    });
    const without = await server.account({ role: "lender" });
    const other = `/api/rest/members/${without._id}`;
    expect((await server.call("PUT", other, { token, body: { role: "stocker" } })).status).toBe(200);
    expect(asked).toEqual(["password"]);
    const kept = await server.store.read((view) => view.get("members", without._id));
    expect(await verifyPassword(String(kept?.password), "correct horse battery")).toBe(true);
  });
});
