import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import { readPath } from "../../../src/record/path.ts";
import { expandReferences } from "../../../src/server/records/expand-references.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook, makeLoan, makeSubject } from "./library-records.ts";

let server: TestServer;
let stocker: string;
let subjects: { _id: string }[];

const TITLES = ["100% wool", "a_b", "A.*B", "[brackets]", "Ölberg", "mixed Case", "O'Brien", "back\\slash"];

beforeAll(async () => {
  server = await buildServer();
  stocker = await server.as("stocker");
  subjects = [await makeSubject(server, { name: "Zoology" }), await makeSubject(server, { name: "Art" })];
  for (const [index, title] of TITLES.entries()) {
    await makeBook(server, {
      title,
      year: 1990 + (index % 3),
      subject: subjects[index % 2]?._id ?? "",
      scores: { readers: index % 4 },
    });
  }
  for (let index = 0; index < 15; index += 1)
    await makeBook(server, { year: 2000, subject: subjects[0]?._id ?? "" });
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

async function list(query: string, entity = "books", token = stocker) {
  return server.call("GET", `/api/rest/${entity}?${query}`, { token });
}

async function titles(query: string): Promise<unknown[]> {
  return (await list(query)).rows("books").map(({ title }) => title);
}

describe('A list answers `{ "<entity\'s plural>": [records], "total": n }`, for every entity.', () => {
  it.each([
    ["books", "books", 23],
    ["subjects", "subjects", 2],
    ["reading-lists", "readingLists", 0],
    ["loans", "loans", 0],
  ])("%s", async (entity, key, total) => {
    const answer = await list("", entity, await server.as("director"));
    expect(answer.status).toBe(200);
    expect(Object.keys(JSON.parse(answer.text))).toEqual([key, "total"]);
    expect([answer.total, answer.rows(key).length]).toEqual([total, Math.min(total, 10)]);
  });
});

describe("`page` and `limit` are the 1-based page and its size", () => {
  it("pages follow each other and the last is short", async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`page=${page}&limit=9`)));
    expect(pages.map(({ rows }) => rows("books").length)).toEqual([9, 9, 5, 0]);
    expect(pages.map(({ total }) => total)).toEqual([23, 23, 23, 23]);
    expect(new Set(pages.flatMap(({ rows }) => rows("books").map(({ _id }) => _id))).size).toBe(23);
  });

  it("No paging given means page 1 of 10.", async () => {
    const { body, rows } = await list("");
    expect(rows("books").length).toBe(10);
    expect(body).toEqual((await list("page=1&limit=10")).body);
    expect(body).toEqual((await list("page=&limit=&nameQuery=&sortField=&sortOrder=")).body);
  });

  it.each([
    ["page=0"],
    ["page=-1"],
    ["page=1.5"],
    ["page=1e1"],
    ["page=one"],
    ["page=%2B1"],
    ["page=%201"],
    ["page=NaN"],
    ["page=0x10"],
    ["page=１"],
    ["limit=0"],
    ["limit=-5"],
    ["limit=101"],
    ["limit=10.0"],
    ["limit=Infinity"],
    ["limit=99999999999999999999999"],
  ])(
    "A page or limit that is not a whole number of 1 or more, or a `limit` above 100, is 400: %s",
    async (query) => {
      const { status, body } = await list(query);
      expect(status).toBe(400);
      const name = query.slice(0, query.indexOf("="));
      expect(body).toEqual({
        status: "error",
        errorCode: "BAD_REQUEST",
        message: `The list cannot be asked for like this: ${name}`,
        operation: "list books",
      });
    },
  );

  it.each(["page=9007199254740993", "page=99999999999999999999999999&limit=100"])(
    "a page far beyond the end is empty: %s",
    async (query) => {
      const { status, body } = await list(query);
      expect([status, body]).toEqual([200, { books: [], total: 23 }]);
    },
  );
});

describe("`nameQuery` is a case-insensitive substring of the entity's search field. It is never a pattern: `%`, `_`, `.*` and `[` match themselves.", () => {
  it.each([
    ["%", ["100% wool"]],
    ["_", ["a_b"]],
    [".*", ["A.*B"]],
    ["[", ["[brackets]"]],
    ["\\", ["back\\slash"]],
    ["'", ["O'Brien"]],
    ["a.*b", ["A.*B"]],
    ["MIXED c", ["mixed Case"]],
    ["öl", ["Ölberg"]],
    ["% wool", ["100% wool"]],
    ["%%", []],
    ["nothing at all", []],
    ["\u0000", []],
    ['" OR 1=1 --', []],
  ])("%j finds %j", async (text, found) => {
    const query = `nameQuery=${encodeURIComponent(text)}`;
    expect(await titles(query)).toEqual(found);
    expect((await list(query)).total).toBe(found.length);
  });

  it("finds nothing by a text longer than the field's `maxLength`, though an older record hold it", async () => {
    const { _id, title } = await server.insert("books", {
      title: `Longer ${"once ".repeat(30)}`,
      year: 2001,
    });
    const total = async (length: number) =>
      (await list(`nameQuery=${encodeURIComponent(String(title).slice(0, length))}`)).total;
    expect([await total(120), await total(121), await total(6000)]).toEqual([1, 0, 0]);
    await server.store.write((transaction) => transaction.delete("books", _id));
  });
});

describe("Clients send `sortField=&sortOrder=&nameQuery=` empty when unused; if either sort value is empty the list has its default order (config; the shop: newest first).", () => {
  it.each(["", "sortField=title&sortOrder=", "sortField=&sortOrder=asc", "sortField=&sortOrder="])(
    "newest first where the config says nothing: %s",
    async (query) => {
      const { rows } = await list(`${query}&limit=100`);
      const times = rows("books").map(({ createdAt, _id }) => createdAt + _id);
      expect(times).toEqual([...times].sort().reverse());
    },
  );

  it("the config's order where it says one", async () => {
    const { rows } = await list("", "subjects");
    expect(rows("subjects").map(({ name }) => name)).toEqual(["Art", "Zoology"]);
  });
});

it("who may not read the field of the default order gets the newest first, and learns nothing of that field", async () => {
  const opened = await buildServer({
    config: {
      "entities/books.json": (json) => {
        json.list.defaultSort = { field: "year", order: "asc" };
      },
    },
  });
  for (const [title, year] of [
    ["A", 1990],
    ["B", 1970],
    ["C", 1980],
  ] as const)
    await makeBook(opened, { title, year });
  const order = async (role: string) => {
    const { rows } = await opened.call("GET", "/api/rest/books", { token: await opened.as(role) });
    return rows("books").map(({ title }) => title);
  };
  expect([await order("stocker"), await order("lender")]).toEqual([
    ["B", "C", "A"],
    ["C", "B", "A"],
  ]);
  await opened.close();
});

describe("`sortField` may reach through a reference (`parent.name`). Every column of the spec's lists but the image is sortable. A field that the config does not declare sortable is 400.", () => {
  const FIELDS = ["title", "genre", "year", "subject.name", "scores.readers", "updatedAt"];
  const sortKey = (value: Json | undefined) =>
    typeof value === "number" ? value : String(value).toLowerCase();

  it.each(FIELDS.flatMap((field) => [[field, "asc"] as const, [field, "desc"] as const]))(
    "%s %s",
    async (field, order) => {
      const { status, rows } = await list(`sortField=${field}&sortOrder=${order}&limit=100`);
      expect(status).toBe(200);
      const values = rows("books").map((book) => sortKey(readPath(book, field)));
      const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(order === "asc" ? sorted : sorted.reverse());
    },
  );

  it.each([
    "photos.0",
    "available",
    "price",
    "note",
    "nothing",
    "_id",
    "subject",
    "subject.parent",
    "subject.name.length",
    "constructor",
    "__proto__",
    "toString",
    "title; drop table books",
    'title" desc, "year',
    "title--",
    "scores",
    "TITLE",
    " title",
  ])("%s is 400", async (field) => {
    const { status, error } = await list(`sortField=${encodeURIComponent(field)}&sortOrder=asc`);
    expect([status, error.errorCode]).toEqual([400, "BAD_REQUEST"]);
    expect(error.message).toBe("The list cannot be asked for like this: sortField");
  });

  it.each(["ASC", "ascending", "1", "desc;"])("an order of %s is 400", async (order) => {
    const { status } = await list(`sortField=title&sortOrder=${encodeURIComponent(order)}`);
    expect(status).toBe(400);
  });
});

describe("Ties are broken by `_id`, so paging never shows a record twice nor skips one.", () => {
  it.each(["asc", "desc"])("over a column with few values, %s", async (order) => {
    const ids: string[] = [];
    for (let page = 1; page <= 8; page += 1) {
      const { rows } = await list(`sortField=year&sortOrder=${order}&limit=3&page=${page}`);
      ids.push(...rows("books").map(({ _id }) => _id));
    }
    expect(ids.length).toBe(23);
    expect(new Set(ids).size).toBe(23);
  });
});

describe("In lists a category's `parent` is `{ _id, name }` or null; in `GET {id}` every reference is the plain id.", () => {
  it("held on the library's tree of subjects", async () => {
    const parent = await makeSubject(server, { name: "Music" });
    const child = await makeSubject(server, { name: "Music: organs", parent: parent._id });
    const { rows } = await list("nameQuery=music&sortField=name&sortOrder=asc", "subjects");
    expect(rows("subjects").map(({ parent }) => parent)).toEqual([null, { _id: parent._id, name: "Music" }]);
    const got = await server.call("GET", `/api/rest/subjects/${child._id}`, { token: stocker });
    expect(got.record.parent).toBe(parent._id);
  });

  it("only where a column reaches through: a reference that no column shows stays an id", async () => {
    const loan = await makeLoan(server);
    const { rows } = await list("", "loans", await server.as("lender"));
    expect(Object.keys(rows("loans")[0]?.book ?? {})).toEqual(["_id", "title"]);
    expect(Object.keys(rows("loans")[0]?.member ?? {})).toEqual(["_id", "username"]);
    const got = await server.call("GET", `/api/rest/loans/${loan._id}`, { token: await server.as("lender") });
    expect([got.record.book, got.record.member]).toEqual([loan.book, loan.member]);
    const book = await makeBook(server, { title: "Shelved" });
    const name = "Kept as ids";
    await server.call("POST", "/api/rest/reading-lists", {
      token: stocker,
      body: { name, books: [{ book: book._id }] },
    });
    const lists = await list("", "reading-lists");
    expect(lists.rows("readingLists")[0]?.books).toEqual([{ book: book._id }]);
  });

  it("what is referred to through a hidden role's account is shown as none", async () => {
    const director = await server.account({ role: "director" });
    const book = await makeBook(server);
    await server.insert("loans", {
      number: "L-9999",
      book: book._id,
      member: director._id,
      lentOn: "2026-01-01",
    });
    const query = "nameQuery=L-9999";
    const lender = await list(query, "loans", await server.as("lender"));
    expect(lender.rows("loans")[0]?.member).toBe(null);
    const seen = await list(query, "loans", director.token);
    expect(seen.rows("loans")[0]?.member).toEqual({ _id: director._id, username: director.username });
  });

  it("of which one may see no field is its id, as the record has it: checks refuse such roles, but null would say that there is none", async () => {
    const loan = await makeLoan(server);
    const loans = server.holder.current.entities.get("loans");
    if (loans === undefined) throw new Error("no loans");
    const nobody = { account: undefined };
    const [expanded] = await server.store.read((view) => expandReferences(nobody, view, loans, [loan]));
    expect(expanded).toMatchObject({ book: { _id: loan.book }, member: { _id: loan.member } });
    expect(Object.keys(expanded?.book ?? {})).toEqual(["_id"]);
    const gone = { ...loan, book: "0".repeat(24) };
    const [without] = await server.store.read((view) => expandReferences(nobody, view, loans, [gone]));
    expect(without?.book).toBeNull();
  });
});
