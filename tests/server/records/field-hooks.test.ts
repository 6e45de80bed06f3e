import { afterEach, describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import { defineServerPlugin, type ServerContext } from "../../../src/plugin/server-hook.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { bookValues, makeBook, rowsOf } from "./library-records.ts";

let server: TestServer;

afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

async function build(hooks: Parameters<typeof buildServer>[0] & object): Promise<string> {
  server = await buildServer(hooks);
  return server.as("stocker");
}

const BAD_WORD = {
  messages: { badWord: { description: "{rows}", text: { en: "A bad word in {rows} rows of {label}" } } },
};

function set(texts: { [key: string]: string }, key: string, text: string): void {
  texts[key] = text;
}

describe("`clean` runs for a value of the request that is not null, before validation", () => {
  it("its answer is what is validated and stored", async () => {
    const seen: unknown[] = [];
    const clean = (value: string, { path, record }: ServerContext) => {
      seen.push([path, value, record.title]);
      return value.toUpperCase();
    };
    const token = await build({ hooks: { "rich-text": defineServerPlugin<string>({ clean }) } });
    const book = await makeBook(server, { title: "One", note: "<p>a</p>" });
    expect(book.note).toBe("<P>A</P>");
    const put = (body: object) => server.call("PUT", `/api/rest/books/${book._id}`, { token, body });
    await put({ year: 1990 });
    await put({ note: null });
    expect(seen).toEqual([["note", "<p>a</p>", "One"]]);
    for (const note of [5, ["a"], { a: 1 }, true]) {
      const refused = await put({ note });
      expect([refused.status, refused.errors[0]]).toMatchObject([400, { path: "/note", keyword: "type" }]);
    }
    expect(seen.length).toBe(1);
  });

  it("not for stored values beside one that another hook completed", async () => {
    const seen: string[] = [];
    const clean = (value: string, { path }: ServerContext) => {
      seen.push(path);
      return value.toUpperCase();
    };
    const complete = ({ path }: ServerContext) => (path.startsWith("chapters") ? 7 : null);
    const token = await build({
      hooks: { textarea: { clean }, number: { complete, clean: (value: number) => value + 1 } },
      config: {
        "entities/books.json": (json) => {
          const name = { type: "string", title: "Name", widget: "textarea" };
          const pages = { type: "integer", title: "Pages", widget: "number" };
          const items = { type: "object", properties: { name, pages } };
          json.schema.properties.chapters = {
            type: "array",
            title: "Chapters",
            widget: "record-slots",
            items,
          };
        },
      },
    });
    const chapters = [
      { name: "a", pages: 1 },
      { name: "b", pages: null },
    ];
    const { _id } = await server.insert("books", await bookValues(server, { chapters }));
    const put = await server.call("PUT", `/api/rest/books/${_id}`, { token, body: { title: "Another" } });
    expect(put.record.chapters).toEqual([
      { name: "a", pages: 1 },
      { name: "b", pages: 8 },
    ]);
    expect(seen).toEqual([]);
  });

  it("what it answers is judged storable", async () => {
    const token = await build({
      hooks: { "rich-text": { clean: () => "a\0b" } },
    });
    const body = await bookValues(server, { note: "<p>a</p>" });
    const torn = await server.call("POST", "/api/rest/books", { token, body });
    expect([torn.status, torn.errors]).toMatchObject([400, [{ path: "/note", keyword: "format" }]]);
  });

  it("inside objects, at its path", async () => {
    const paths: string[] = [];
    const clean = (value: number, { path }: ServerContext) => {
      paths.push(path);
      return Math.round(value);
    };
    await build({ hooks: { number: defineServerPlugin<number>({ clean }) } });
    const book = await makeBook(server, { year: 1990, scores: { readers: 3.4 } });
    expect(book.scores).toEqual({ readers: 3, staff: 0 });
    expect(paths.sort()).toEqual(["scores.readers", "scores.staff", "year"]);
  });
});

describe("HTML that is too long is refused before it is cleaned, inline pictures not counted", () => {
  const picture = (bytes: number) => `<img src="data:image/png;base64,${"A".repeat(bytes)}">`;
  const wordy = { "entities/books.json": withLimit };
  const long = "<b>x".repeat(3e6);

  it.each([
    ["by the field's own limit", wordy, "x".repeat(101), "At most 100 characters"],
    ["by the machine's, where the field has none", {}, long, expect.stringMatching(/1000000/)],
    ["blanks and tags after a picture count", wordy, `${picture(9)}${" <b>".repeat(30)}`, expect.anything()],
    [
      "attributes beside one count",
      wordy,
      `<b x=/src="data:image/png;base64,${"a=a ".repeat(99)}">`,
      expect.anything(),
    ],
  ])("%s", async (_case, config, note, message) => {
    const seen: string[] = [];
    const clean = (value: string) => {
      seen.push(value);
      return value;
    };
    const token = await build({ config, hooks: { "rich-text": defineServerPlugin<string>({ clean }) } });
    const body = await bookValues(server, { note });
    const refused = await server.call("POST", "/api/rest/books", { token, body });
    expect([refused.status, refused.errors]).toEqual([
      400,
      [{ path: "/note", keyword: "maxLength", message }],
    ]);
    expect(seen).toEqual([]);
  });

  it.each([
    ["a picture", picture(500)],
    ["many", picture(50).repeat(2)],
    ["characters of two halves count once", "😀".repeat(100)],
  ])("%s is within it", async (_case, note) => {
    const clean = () => "short";
    const config = { "entities/books.json": withLimit };
    await build({ config, hooks: { "rich-text": defineServerPlugin<string>({ clean }) } });
    expect((await makeBook(server, { note })).note).toBe("short");
  });

  function withLimit(json: { schema: { properties: { note: object } } }): void {
    Object.assign(json.schema.properties.note, {
      maxLength: 100,
      messages: { maxLength: "At most {limit} characters" },
    });
  }
});

describe("`check` runs on create and update after the schema, its refusals stand at the field", () => {
  const hooks = {
    textarea: defineServerPlugin<string>({
      check: (value, { options }) =>
        value.includes("bad") ? [{ keyword: "badWord", values: { rows: Number(options.rows) } }] : [],
    }),
    images: defineServerPlugin<Json>({
      check: (value, { path }) => (Array.isArray(value) ? [{ keyword: "tooLarge", values: { path } }] : []),
    }),
  };
  type Sentences = { [key: string]: string };

  it.each([
    ["That picture is too large", {}],
    [
      "All: photos",
      { "messages.json": (json: { en: Sentences }) => set(json.en, "images.tooLarge", "All: {path}") },
    ],
    [
      "Books: photos",
      {
        "entities/books.json": (json: { messages: Sentences }) =>
          set(json.messages, "images.tooLarge", "Books: {path}"),
      },
    ],
    [
      "Photos: photos",
      {
        "entities/books.json": (json: { schema: { properties: { photos: { messages: Sentences } } } }) =>
          set(json.schema.properties.photos.messages, "tooLarge", "{label}: {path}"),
      },
    ],
  ])("%s", async (message, config) => {
    const token = await build({ hooks, config });
    const body = await bookValues(server, { photos: [] });
    const before = await rowsOf(server, "books");
    const refused = await server.call("POST", "/api/rest/books", { token, body });
    expect([refused.status, refused.errors]).toEqual([
      400,
      [{ path: "/photos", keyword: "tooLarge", message }],
    ]);
    expect(await rowsOf(server, "books")).toEqual(before);
  });

  it("the manifest's sentence, where nobody else has one; options are the widget's", async () => {
    const token = await build({ hooks: { textarea: hooks.textarea }, manifests: { textarea: BAD_WORD } });
    const body = await bookValues(server, { summary: "bad" });
    const refused = await server.call("POST", "/api/rest/books", { token, body });
    expect(refused.errors).toEqual([
      { path: "/summary", keyword: "badWord", message: "A bad word in 4 rows of Summary" },
    ]);
  });

  it("only what the schema accepts is checked", async () => {
    const checked: string[] = [];
    const check = (value: string) => {
      checked.push(value);
      return [];
    };
    const token = await build({ hooks: { textarea: { check } } });
    const body = await bookValues(server, { summary: "Typed", year: "x" });
    expect((await server.call("POST", "/api/rest/books", { token, body })).errors).toMatchObject([
      { path: "/year" },
    ]);
    expect(checked).toEqual([]);
  });

  it("on update also for a value that the request does not name", async () => {
    const token = await build({ hooks: { textarea: hooks.textarea }, manifests: { textarea: BAD_WORD } });
    const { _id } = await server.insert("books", await bookValues(server, { summary: "bad" }));
    const put = await server.call("PUT", `/api/rest/books/${_id}`, { token, body: { year: 1990 } });
    expect([put.status, put.errors[0]?.path]).toEqual([400, "/summary"]);
  });
});
