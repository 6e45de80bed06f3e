import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildLibrary, buildServer, type TestServer } from "../build-server.ts";
import { bookValues, makeBook, rowsOf } from "./library-records.ts";

let server: TestServer;
let token: string;

beforeEach(async () => {
  server = await buildServer();
  token = await server.as("stocker");
});
afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

// biome-ignore lint/suspicious/noExplicitAny: tests reach into written JSON
type Properties = any;
interface Books {
  readonly schema: { readonly properties: Properties };
  readonly form: { readonly tabs: readonly { fields: unknown[] }[] };
  readonly list: { readonly columns: object[] };
}

/** The books' file changes while the server runs. The samples hold none of what changes. */
async function follow(change: (properties: Properties, books: Books) => void): Promise<void> {
  const runtime = await buildLibrary({
    config: {
      "samples/books.json": (samples: Properties[]) => {
        for (const sample of samples) for (const field of ["scores", "summary"]) delete sample[field];
      },
      "entities/books.json": (books: Books) => change(books.schema.properties, books),
    },
  });
  await server.store.applyShapes(runtime.tables);
  server.holder.current = runtime;
}

const read = async (id: unknown) => (await server.call("GET", `/api/rest/books/${id}`, { token })).record;
const put = (id: unknown, body: object) => server.call("PUT", `/api/rest/books/${id}`, { token, body });
const list = async (query = "") =>
  (await server.call("GET", `/api/rest/books?${query}`, { token })).rows("books");

const NOVELTY = { type: "number", title: "Novelty", default: 5 };
const SORTS = ["scores.novelty", "sizes.height"];
const SIZES = { type: "object", properties: { height: { type: "integer", default: 20 } } };

describe("old records read the default of a new field", () => {
  it("at the top and inside objects, by record and list, and are sorted by it", async () => {
    const book = await makeBook(server, { scores: { readers: 3, staff: 4 } });
    await follow((properties) => {
      properties.colour = { type: "string", title: "Colour", default: "red" };
      properties.scores.properties.novelty = NOVELTY;
      properties.sizes = SIZES;
    });
    const expected = { colour: "red", scores: { readers: 3, staff: 4, novelty: 5 }, sizes: { height: 20 } };
    expect(await read(book._id)).toMatchObject(expected);
    expect((await list())[0]).toMatchObject(expected);
    expect((await put(book._id, { year: 1999 })).body).toMatchObject({ ...expected, year: 1999 });
    const values = await bookValues(server, { scores: { novelty: 1 } });
    const posted = await server.call("POST", "/api/rest/books", { token, body: values });
    expect(posted.body).toMatchObject({ ...expected, scores: { readers: 0, staff: 0, novelty: 1 } });
  });

  it("in what lists are sorted by: a default shown is a default sorted by", async () => {
    const old = await makeBook(server);
    await follow((properties, { list }) => {
      properties.scores.properties.novelty = NOVELTY;
      properties.sizes = SIZES;
      for (const field of SORTS) list.columns.push({ field, sortable: true });
    });
    const high = await makeBook(server, { scores: { novelty: 9 }, sizes: { height: 30 } });
    const low = await makeBook(server, { scores: { novelty: 2 }, sizes: { height: 10 } });
    for (const field of SORTS) {
      const found = await list(`sortField=${field}&sortOrder=asc`);
      expect(found.map(({ _id }) => _id)).toEqual([low._id, old._id, high._id]);
    }
  });
});

describe("a removed field leaves the API, and its stored values stay until it returns", () => {
  it("inside an object, through updates of the object and of other fields", async () => {
    const scores = { readers: 3, staff: 4 };
    const book = await makeBook(server, { scores });
    const other = await makeBook(server, { scores });
    await follow((properties) => delete properties.scores.properties.staff);
    expect((await read(book._id)).scores).toEqual({ readers: 3 });
    expect((await list())[0]?.scores).toEqual({ readers: 3 });
    const answered = await put(book._id, { scores: { readers: 5, staff: 9, admin: true }, year: 1999 });
    expect([answered.status, answered.record.scores]).toEqual([200, { readers: 5 }]);
    expect((await put(book._id, { year: 2000 })).record.scores).toEqual({ readers: 5 });
    const fresh = await bookValues(server, { scores: { readers: 1, staff: 8 } });
    const posted = await server.call("POST", "/api/rest/books", { token, body: fresh });
    expect(posted.record.scores).toEqual({ readers: 1 });
    await server.call("DELETE", `/api/rest/books/${other._id}`, { token });
    expect(JSON.stringify(await rowsOf(server, "books"))).not.toMatch(/"staff":[89]|admin/);

    await follow(() => undefined);
    expect((await read(book._id)).scores).toEqual({ readers: 5, staff: 4 });
    expect((await read(posted.record._id)).scores).toEqual({ readers: 1, staff: 0 });
  });

  it("as another type, where the values fit; as the same, where they did not", async () => {
    const book = await makeBook(server, { scores: { readers: 3, staff: 4.5 } });
    await follow((properties) => delete properties.scores.properties.staff);
    await follow((properties) => {
      properties.scores.properties.staff = { type: "string" };
    });
    expect((await read(book._id)).scores).toEqual({ readers: 3, staff: "4.5" });
    const whole = follow((properties) => {
      properties.scores.properties.staff = { type: "integer", default: 0 };
    });
    await expect(whole).rejects.toMatchObject({
      unconvertible: [{ table: "books", column: "scores", reason: "kind", count: 1 }],
    });
    await follow(() => undefined);
    expect((await read(book._id)).scores).toEqual({ readers: 3, staff: 4.5 });
  });

  it("at the top, also where nobody may write it meanwhile", async () => {
    const book = await makeBook(server, { summary: "Of manners" });
    await follow((properties, { form }) => {
      delete properties.summary;
      for (const tab of form.tabs) tab.fields = tab.fields.filter((field) => field !== "summary");
    });
    expect(await read(book._id)).not.toHaveProperty("summary");
    const answered = await put(book._id, { summary: "Mine now", year: 1999 });
    expect([answered.status, "summary" in answered.record]).toEqual([200, false]);
    await follow(() => undefined);
    expect(await read(book._id)).toMatchObject({ summary: "Of manners", year: 1999 });
  });
});
