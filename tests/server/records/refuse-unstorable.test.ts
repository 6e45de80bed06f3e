import { beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import type { EntityRuntime } from "../../../src/server/records/entity-runtime.ts";
import { refuseLong, unstorable } from "../../../src/server/records/refuse-unstorable.ts";
import type { Loose } from "../../model/library.ts";
import { buildLibrary, buildServer } from "../build-server.ts";
import { bookValues } from "./library-records.ts";

const withTags = (json: Loose) => {
  const texts = { type: "array", items: { type: "string" }, widget: "record-slots" };
  Object.assign(json.schema.properties, {
    tags: { ...texts, title: "Tags" },
    few: { ...texts, title: "Few", maxItems: 5, messages: { maxItems: "At most {limit}" } },
    long: { type: "string", title: "Long", maxLength: 600_000, messages: { maxLength: "Too long" } },
    page: { type: "string", format: "html", maxLength: 40, messages: { maxLength: "Too long" } },
  });
};

let books: EntityRuntime;
beforeAll(async () => {
  const runtime = await buildLibrary({ config: { "entities/books.json": withTags } });
  const found = runtime.entities.get("books");
  if (found === undefined) throw new Error("no books");
  books = found;
});

/** What is refused of one field, with its limit where the message has one. */
const refused = (field: string, value: Json) =>
  unstorable(books, { [field]: value }, new Set([field])).map(({ path, keyword }) => `${keyword} ${path}`);

const texts = (count: number) => Array<string>(count).fill("a");
/** 34 characters and so many of base64. */
const picture = (length: number) => `<img src="data:image/png;base64,${"A".repeat(length)}">`;

describe("what may be stored", () => {
  it.each<[string, string, Json]>([
    ["a list of exactly 1,000", "tags", texts(1_000)],
    ["an empty list", "tags", []],
    ["1,000 where 5 are the most: left to validation", "few", texts(1_000)],
    ["a text of exactly a million", "summary", "x".repeat(1_000_000)],
    ["as many characters of two units each as the field allows", "long", "😀".repeat(600_000)],
    ["formatted text of exactly a million", "note", "x".repeat(1_000_000)],
    ["one of exactly its limit", "page", "x".repeat(40)],
    ["one of characters of two units each", "page", "😀".repeat(40)],
    ["one that is long by its pictures alone", "page", `${picture(1_000)}${"x".repeat(6)}`],
    ["a pair of surrogates", "summary", "a😀b"],
    ["no text", "summary", ""],
    ["nothing", "summary", null],
  ])("%s", (_, field, value) => {
    expect(refused(field, value)).toEqual([]);
  });

  it("a thousand texts in a list, through the API", async () => {
    const server = await buildServer({ config: { "entities/books.json": withTags } });
    const token = await server.as("stocker");
    const post = async (tags: Json) =>
      server.call("POST", "/api/rest/books", { token, body: await bookValues(server, { tags }) });
    const stored = await post(texts(1_000));
    expect([stored.status, stored.record.tags]).toEqual([201, texts(1_000)]);
    const tooMany = await post(texts(1_001));
    expect([tooMany.status, tooMany.errors]).toMatchObject([400, [{ path: "/tags", keyword: "maxItems" }]]);
    expect(tooMany.error.message).toContain("1000");
    await server.close();
  });
});

describe("what may not", () => {
  it.each<[string, string, Json, string]>([
    ["a list of 1,001", "tags", texts(1_001), "maxItems /tags"],
    ["a million and one characters", "summary", "x".repeat(1_000_001), "maxLength /summary"],
    ["twice the field's limit and one", "long", "x".repeat(1_200_001), "maxLength /long"],
    ["formatted text of a million and one", "note", "x".repeat(1_000_001), "maxLength /note"],
    ["of its limit and one", "page", "x".repeat(41), "maxLength /page"],
    ["of its limit and one of two units each", "page", "😀".repeat(41), "maxLength /page"],
    ["with its pictures' own tags too long", "page", `${picture(9)}${"x".repeat(7)}`, "maxLength /page"],
    ["between two pictures", "page", `${picture(9)}${"x".repeat(3)}${picture(9)}`, "maxLength /page"],
    ["half a pair", "summary", "a\ud83d", "format /summary"],
    ["the other half", "summary", "\ude00b", "format /summary"],
    ["NUL", "tags", ["a", "b\0"], "format /tags/1"],
  ])("%s", (_, field, value, expected) => {
    expect(refused(field, value)).toEqual([expected]);
  });

  it("is said with the field's own limit where that is lower", () => {
    const messages = (field: string, value: Json) =>
      unstorable(books, { [field]: value }, new Set([field])).map(({ message }) => message);
    expect(messages("few", texts(1_001))).toEqual(["At most 5"]);
    expect(messages("tags", texts(1_001))[0]).toContain("1000");
  });

  it("counts only in fields that are named", () => {
    expect(unstorable(books, { summary: "\0", title: "\0" }, new Set(["title"]))).toMatchObject([
      { path: "/title" },
    ]);
  });
});

describe("what a page of a list would carry", () => {
  const MB = 1024 * 1024;
  const listed = (record: Record<string, Json>) => () => refuseLong(books, record);

  it("is at most a megabyte of all texts together, in bytes", () => {
    const title = "x".repeat(100);
    expect(listed({ title, summary: "x".repeat(MB - 100) })).not.toThrow();
    expect(listed({ title, summary: "x".repeat(MB - 99) })).toThrow("TOO_LARGE");
    expect(listed({ title, summary: "界".repeat(Math.floor((MB - 100) / 3)) })).not.toThrow();
    expect(listed({ title, summary: "界".repeat(Math.ceil((MB - 99) / 3)) })).toThrow("TOO_LARGE");
  });

  it("counts the texts in lists, and none that lists are answered without", () => {
    expect(listed({ tags: ["x".repeat(MB), "x"] })).toThrow("TOO_LARGE");
    expect(listed({ note: "x".repeat(2 * MB), title: "x" })).not.toThrow();
  });
});
