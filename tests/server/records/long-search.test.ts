import { afterEach, describe, expect, it } from "vitest";
import type { JsonChange } from "../../model/library.ts";
import { type BuildOptions, buildServer, ofFile, type TestServer } from "../build-server.ts";
import { bookValues, makeBook, makeSubject } from "./library-records.ts";

/** What a book's title may have; a subject's name may have any length. */
const MAX_TITLE = 120;
/** What of a text is searched. */
const MAX_SEARCHED = 1024;

let server: TestServer;
let token: string;
let statements: string[];

async function begin(options: BuildOptions = {}): Promise<void> {
  statements = [];
  server = await buildServer({ observe: (statement) => statements.push(statement), ...options });
  token = await server.as("stocker");
}

afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

async function search(entity: "books" | "subjects", text: string): Promise<[status: number, total: number]> {
  const url = `/api/rest/${entity}?nameQuery=${encodeURIComponent(text)}`;
  const answer = await server.call("GET", url, { token });
  expect(answer.rows(entity)).toHaveLength(answer.total);
  return [answer.status, answer.total];
}

/** Statements that look into texts. */
const looks = () => statements.filter((text) => / match \?|instr\(/.test(text));

describe("a search text longer than the searched field can be finds nothing", () => {
  ofFile("it reads SQLite's statements")(
    "as long as the field may be, it finds what has all of it; one character more, nothing, at no cost",
    async () => {
      await begin();
      // Longer than the field may be by now: stored when the config allowed more.
      const title = "Ordinary words, ".repeat(10);
      expect(title.length).toBeGreaterThan(MAX_TITLE + 1);
      await server.insert("books", { ...(await bookValues(server)), title });
      await makeBook(server, { title: title.slice(0, MAX_TITLE) });
      expect(await search("books", title.slice(0, MAX_TITLE))).toEqual([200, 2]);
      expect(looks()).not.toEqual([]);
      statements = [];
      for (const length of [MAX_TITLE + 1, title.length])
        expect(await search("books", title.slice(0, length))).toEqual([200, 0]);
      expect(await search("books", title.repeat(40))).toEqual([200, 0]);
      expect(looks()).toEqual([]);
    },
  );

  it("a character is one, however many units it has", async () => {
    await begin();
    await makeBook(server, { title: "𠮷".repeat(MAX_TITLE) });
    expect(await search("books", "𠮷".repeat(MAX_TITLE))).toEqual([200, 1]);
    statements = [];
    expect(await search("books", "𠮷".repeat(MAX_TITLE + 1))).toEqual([200, 0]);
    expect(looks()).toEqual([]);
  });

  it("so is one that may be longer than that", async () => {
    const longer: JsonChange = ({ schema }) => {
      schema.properties.title.maxLength = 3_000;
    };
    await begin({ config: { "entities/books.json": longer } });
    await makeBook(server, { title: "t".repeat(3_000) });
    expect(await search("books", "t".repeat(MAX_SEARCHED))).toEqual([200, 1]);
    statements = [];
    expect(await search("books", "t".repeat(MAX_SEARCHED + 1))).toEqual([200, 0]);
    expect(looks()).toEqual([]);
  });

  it("a field without a limit is searched up to a bound", async () => {
    await begin();
    await makeSubject(server, { name: "n".repeat(3_000) });
    expect(await search("subjects", "n".repeat(MAX_SEARCHED))).toEqual([200, 1]);
    statements = [];
    expect(await search("subjects", "n".repeat(MAX_SEARCHED + 1))).toEqual([200, 0]);
    expect(await search("subjects", "n".repeat(3_000))).toEqual([200, 0]);
    expect(looks()).toEqual([]);
  });
});
