import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook, makeLoan, makeSubject } from "./library-records.ts";

let server: TestServer;
let stocker: string;
let art: string;
const books = new Map<string, string>();

beforeAll(async () => {
  server = await buildServer();
  stocker = await server.as("stocker");
  art = (await makeSubject(server, { name: "Art" }))._id;
  const zoology = (await makeSubject(server, { name: "Zoology" }))._id;
  const make = async (title: string, values: Parameters<typeof makeBook>[1]) =>
    books.set(title, (await makeBook(server, { title, subject: zoology, ...values }))._id);
  await make("Emma", { year: 1815, genre: "novel", available: false });
  await make("Persuasion", { year: 1817, genre: "novel", subject: art });
  await make("Odes", { year: 1819, genre: "poetry", scores: { readers: 7 } });
  await make("Origin", { year: 1859, genre: "science", subject: art, scores: { readers: 3 } });
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

const list = async (query: string, entity = "books", token = stocker) =>
  server.call("GET", `/api/rest/${entity}?sortField=title&sortOrder=asc&${query}`, { token });
const titles = async (query: string) => (await list(query)).rows("books").map(({ title }) => title);

describe("a list is filtered by what it offers", () => {
  it.each([
    ["filter[available]=false", ["Emma"]],
    ["filter[genre]=novel", ["Emma", "Persuasion"]],
    ["filter[genre][in]=poetry&filter[genre][in]=science", ["Odes", "Origin"]],
    ["filter[year][gte]=1817&filter[year][lte]=1819", ["Odes", "Persuasion"]],
    ["filter[scores.readers][gte]=3", ["Odes", "Origin"]],
    ["filter[photos][empty]=false", []],
    ["filter[photos][empty]=true&filter[genre]=science", ["Origin"]],
    ["filter[genre]=novel&filter[available]=true", ["Persuasion"]],
    ["filter[updatedAt]=today", ["Emma", "Odes", "Origin", "Persuasion"]],
    ["filter[updatedAt][lte]=today-1", []],
    ["filter[updatedAt][gte]=today%2B1", []],
    ["filter[updatedBy][empty]=true", []],
    ["filter[genre]=novel&nameQuery=emm", ["Emma"]],
    ["filter[genre]=novel&nameQuery=o", ["Persuasion"]],
    ["filter[genre]=novel&limit=1&page=2", ["Persuasion"]],
  ])("%s", async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it("by a reference", async () => {
    const answer = await list(`filter[subject]=${art}`);
    expect(answer.rows("books").map(({ title }) => title)).toEqual(["Origin", "Persuasion"]);
    expect(answer.total).toBe(2);
    expect(Object.keys(JSON.parse(answer.text))).toEqual(["books", "total"]);
  });

  it("by an account's own records where others are hidden", async () => {
    const director = await server.as("director");
    const { total } = await server.call("GET", "/api/rest/members?filter[role]=director", {
      token: director,
    });
    expect(total).toBeGreaterThan(0);
  });
});

describe("what a list does not offer is refused with a message", () => {
  it.each([
    ["filter[title]=Emma", "filter[title]"],
    ["filter[note][empty]=true", "filter[note][empty]"],
    ["filter[nothing]=1", "filter[nothing]"],
    ["filter[genre]=crime", "filter[genre]"],
    ["filter[genre][gte]=novel", "filter[genre][gte]"],
    ["filter[available]=maybe", "filter[available]"],
    ["filter[year]=now", "filter[year]"],
    ["filter[updatedAt][gte]=soon", "filter[updatedAt][gte]"],
    ["filter[genre]=novel&filter[genre]=poetry", "filter[genre]"],
    ["filter=1", "filter"],
    [`filter[${"x".repeat(52)}]=1`, `filter[${"x".repeat(52)}]`],
    [`filter[${"x".repeat(53)}]=1`, `filter[${"x".repeat(53)}…`],
  ])("%s", async (query, name) => {
    const answer = await list(query);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      status: "error",
      errorCode: "BAD_REQUEST",
      message: `The list cannot be asked for like this: ${name}`,
      operation: "list books",
    });
  });

  it("alike to who reads the list through a reference only", async () => {
    const lender = await server.as("lender");
    const [known, unknown] = await Promise.all(
      ["filter[genre]=novel", "filter[genrf]=novel"].map((query) => list(query, "books", lender)),
    );
    expect([known?.status, unknown?.status]).toEqual([400, 400]);
    expect(known?.text.replace("genre", "genrf").replace(/[0-9a-f-]{8,}/g, "")).toBe(
      unknown?.text.replace(/[0-9a-f-]{8,}/g, ""),
    );
  });
});

describe("a search in several fields", () => {
  it("finds what records refer to as well", async () => {
    const lender = await server.as("lender");
    const emma = books.get("Emma") ?? "";
    const odes = books.get("Odes") ?? "";
    const one = await makeLoan(server, { book: emma });
    const other = await makeLoan(server, { book: odes });
    const found = async (text: string) => {
      const answer = await server.call("GET", `/api/rest/loans?nameQuery=${text}`, { token: lender });
      return [answer.rows("loans").map(({ _id }) => _id), answer.total];
    };
    expect(await found("EMM")).toEqual([[one._id], 1]);
    expect(await found(String(other.number))).toEqual([[other._id], 1]);
    expect((await found("L-"))[1]).toBe(2);
    expect(await found("nothing")).toEqual([[], 0]);
    const filtered = await server.call(
      "GET",
      `/api/rest/loans?nameQuery=L-&filter[returned]=false&filter[member]=${one.member}`,
      { token: lender },
    );
    expect([filtered.rows("loans").map(({ _id }) => _id), filtered.total]).toEqual([[one._id], 1]);
  });

  it("finds by what records refer to where that is the only field", async () => {
    const only = await buildServer({
      config: {
        "entities/loans.json": (json) => {
          json.list.search.fields = ["book.title"];
        },
      },
    });
    const { number } = await makeLoan(only, { book: (await makeBook(only, { title: "Walden" }))._id });
    const token = await only.as("lender");
    const found = async (text: unknown) => {
      const answer = await only.call("GET", `/api/rest/loans?nameQuery=${text}`, { token });
      return [answer.status, answer.total];
    };
    expect([await found("wald"), await found(number)]).toEqual([
      [200, 1],
      [200, 0],
    ]);
    await only.close();
  });

  it("says so where more records are referred to than it goes through", async () => {
    const lender = await server.as("lender");
    const { book, _id } = await makeLoan(server);
    const { read } = server.store;
    /** What is found where so many books before the loan's have the text, and so many after it. */
    const found = async (before: number, after: number) => {
      const others = (count: number) => Array.from({ length: count }, (_, n) => `another${n}`);
      const ids = [...others(before), String(book), ...others(after)];
      const reading = vi.spyOn(server.store, "read").mockImplementation((work) =>
        read((view) => {
          // Storing so many books takes seconds.
          const listIds: typeof view.listIds = async (table, query) =>
            table === "books" ? ids.slice(0, query.limit) : view.listIds(table, query);
          return work({ ...view, listIds });
        }),
      );
      const { text } = await server.call("GET", "/api/rest/loans?nameQuery=copied", { token: lender });
      reading.mockRestore();
      const { loans, total, ...rest } = JSON.parse(text);
      return [loans.map((loan: { readonly _id: string }) => loan._id), total, rest];
    };
    expect(await found(499, 0)).toEqual([[_id], 1, {}]);
    expect(await found(499, 1)).toEqual([[_id], 1, { isPartial: true }]);
    expect(await found(500, 0)).toEqual([[], 0, { isPartial: true }]);
  });
});
