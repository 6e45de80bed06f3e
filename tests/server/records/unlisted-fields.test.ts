import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StoredRecord } from "../../../src/model/record.ts";
import { isObject } from "../../../src/record/json.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook, makeSubject } from "./library-records.ts";

const HTML = { type: "string", format: "html", title: "Text", widget: "rich-text" };
const NAME = { type: "string", title: "Name" };

let server: TestServer;
let stocker: string;

/** Books with formatted text on their own, in an object and in a list; subjects that may be read through them. */
beforeAll(async () => {
  server = await buildServer({
    config: {
      "entities/books.json": (json) => {
        Object.assign(json.schema.properties, {
          about: { type: "object", title: "About", properties: { name: NAME, text: HTML } },
          chapters: {
            type: "array",
            title: "Chapters",
            widget: "record-slots",
            items: { type: "object", properties: { name: NAME, text: HTML } },
          },
        });
        json.schema.properties.subject.reference.fields = ["about"];
      },
      "entities/subjects.json": (json) => {
        Object.assign(json.schema.properties, {
          about: { type: "object", title: "About", properties: { name: NAME, text: HTML } },
        });
      },
    },
  });
  stocker = await server.as("stocker");
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

async function listed(entity: string, key: string, id: string): Promise<StoredRecord> {
  const answer = await server.call("GET", `/api/rest/${entity}?limit=100`, { token: stocker });
  const found = answer.rows(key).find(({ _id }) => _id === id);
  if (found === undefined) throw new Error(`${id} is not listed: ${answer.text}`);
  return found as StoredRecord;
}

describe("Fields of rich text (HTML) are left out of list answers", () => {
  const text = "<p>Long</p>";
  const formatted = { note: text, about: { name: "A", text }, chapters: [{ name: "One", text }] };

  it("absent, never shortened or null; all other declared fields are there", async () => {
    const { _id } = await makeBook(server, formatted);
    const read = await server.call("GET", `/api/rest/books/${_id}`, { token: stocker });
    expect(read.record).toMatchObject(formatted);
    const { note: _note, chapters: _chapters, ...others } = read.record;
    const row = await listed("books", "books", _id);
    expect(row).toEqual({ ...others, about: { name: "A" }, subject: expect.anything() });
  });

  it("a PUT of what was read in a list keeps them", async () => {
    const made = await makeBook(server, formatted);
    const row = await listed("books", "books", made._id);
    const body = { ...row, year: 1999 };
    const put = await server.call("PUT", `/api/rest/books/${made._id}`, { token: stocker, body });
    expect(put.status).toBe(200);
    expect(put.record).toMatchObject({ ...formatted, year: 1999 });
  });

  it("nor do records come with them that a list shows in place of ids", async () => {
    const subject = await makeSubject(server, { name: "Shown", about: { name: "S", text } });
    const book = await makeBook(server, { subject: subject._id });
    const shown = (await listed("books", "books", book._id)).subject;
    expect(isObject(shown) && shown).toEqual({ _id: subject._id, name: "Shown", about: { name: "S" } });
  });
});

it("all other texts of a record are a megabyte at most, so that a hundred of them can be answered", async () => {
  const { _id } = await makeBook(server, { summary: "x".repeat(600_000), note: "<p>x</p>".repeat(50_000) });
  const put = (body: object) => server.call("PUT", `/api/rest/books/${_id}`, { token: stocker, body });
  const answer = await put({ about: { name: "x".repeat(500_000) } });
  expect([answer.status, answer.error.message]).toEqual([413, "That is too large: at most 1 MB"]);
  expect((await put({ about: { name: "x".repeat(400_000) } })).status).toBe(200);
});
