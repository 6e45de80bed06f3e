import { describe, expect, it } from "vitest";
import { serveLibrary } from "../serve-library.ts";
import { bookValues, makeBook, makeSubject, next, rowsOf } from "./library-records.ts";

const { server, stocker: token } = await serveLibrary();

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('`POST` answers 201 with the stored record, `GET {id}` and `PUT` answer 200 with the record, `DELETE` 200 with `{ "message": … }`.', () => {
  it("for one record from beginning to end", async () => {
    const body = await bookValues(server, { title: "First" });
    const posted = await server.call("POST", "/api/rest/books", { token, body });
    expect(posted.status).toBe(201);
    expect(posted.body).toMatchObject({ ...body, title: "First" });
    const url = `/api/rest/books/${posted.record._id}`;

    const got = await server.call("GET", url, { token });
    expect([got.status, got.body]).toEqual([200, posted.body]);

    const put = await server.call("PUT", url, { token, body: { title: "Second" } });
    expect(put.status).toBe(200);
    expect(put.body).toEqual({
      ...posted.record,
      title: "Second",
      updatedAt: put.record.updatedAt,
    });
    expect((await server.call("GET", url, { token })).body).toEqual(put.body);

    const deleted = await server.call("DELETE", url, { token });
    expect([deleted.status, deleted.body]).toEqual([200, { message: "Deleted" }]);
    expect((await server.call("GET", url, { token })).status).toBe(404);
    expect((await server.call("PUT", url, { token, body: {} })).status).toBe(404);
    expect((await server.call("DELETE", url, { token })).status).toBe(404);
  });
});

describe("Every record has `_id`, `createdAt`, `updatedAt` (ISO 8601, UTC), `updatedBy`, `isProtected`.", () => {
  it("on create and after an update by someone else", async () => {
    const book = await makeBook(server);
    expect(book._id).toMatch(/^[0-9a-f]{24}$/);
    expect(book.createdAt).toMatch(ISO);
    expect(book).toMatchObject({ updatedAt: book.createdAt, updatedBy: "the-stocker", isProtected: false });
    const keeper = await server.as("keeper");
    const put = await server.call("PUT", `/api/rest/books/${book._id}`, {
      token: keeper,
      body: { year: 1999 },
    });
    expect(put.record.updatedAt).toMatch(ISO);
    expect(put.record.updatedAt > String(book.updatedAt)).toBe(true);
    expect(put.body).toMatchObject({ createdAt: book.createdAt, updatedBy: "the-keeper" });
  });

  it("two updates within a millisecond differ in `updatedAt`", async () => {
    const { _id } = await makeBook(server);
    const put = (year: number) => server.call("PUT", `/api/rest/books/${_id}`, { token, body: { year } });
    const answers = await Promise.all([1990, 1991, 1992, 1993].map(put));
    expect(new Set(answers.map(({ record }) => record.updatedAt)).size).toBe(4);
  });
});

describe("Arrays and objects are answered complete: `images` is `[]`, `scores` has both its numbers, never null or absent.", () => {
  const complete = { photos: [], scores: { readers: 0, staff: 0 } };

  it.each([
    ["absent", {}],
    ["null", { photos: null, scores: null }],
    ["half", { scores: { readers: null } }],
  ])("when %s on create and in every answer", async (_case, values) => {
    const book = await makeBook(server, values);
    expect(book).toMatchObject(complete);
    const got = await server.call("GET", `/api/rest/books/${book._id}`, { token });
    expect(got.body).toMatchObject(complete);
    const list = await server.call("GET", `/api/rest/books?nameQuery=${book.title}`, { token });
    expect(list.rows("books")[0]).toMatchObject(complete);
    const put = await server.call("PUT", `/api/rest/books/${book._id}`, { token, body: values });
    expect(put.body).toMatchObject(complete);
  });

  it("in rows that are older than the field", async () => {
    const { _id } = await server.insert("books", { title: `Old ${next()}` });
    const changes = {
      photos: null,
      scores: null,
      updatedAt: "2020-01-01T00:00:00.000Z",
      updatedBy: null,
      updatedById: null,
    };
    await server.store.write((transaction) => transaction.update("books", _id, changes, [], ""));
    expect((await server.call("GET", `/api/rest/books/${_id}`, { token })).body).toMatchObject(complete);
  });

  it("a list of objects has every declared field of its items", async () => {
    const book = await makeBook(server);
    const body = { name: `List ${next()}`, books: [{ book: book._id, _id: "5", junk: 1 }] };
    const posted = await server.call("POST", "/api/rest/reading-lists", { token, body });
    expect(posted.record.books).toEqual([{ book: book._id }]);
  });
});

describe("A `PUT` body is often the whole record as it was read, … System fields and undeclared keys are dropped, never written and never a reason to refuse; only `updatedAt` is compared (below).", () => {
  const junk = {
    _id: "ffffffffffffffffffffffff",
    createdAt: "1999-01-01T00:00:00.000Z",
    updatedBy: "nobody",
    isProtected: true,
    permissions: ["staffing"],
    __v: 7,
    table: { drop: true },
  };

  it("on update, at any depth", async () => {
    const book = await makeBook(server, { scores: { readers: 4, staff: 5 } });
    const body = { ...book, ...junk, scores: { readers: 4, staff: 5, _id: "1", __v: 0 }, year: 2001 };
    const put = await server.call("PUT", `/api/rest/books/${book._id}`, { token, body });
    expect(put.status).toBe(200);
    expect(put.body).toEqual({ ...book, year: 2001, updatedAt: put.record.updatedAt });
    expect(put.text).not.toContain("__v");
  });

  it("on create", async () => {
    const body = { ...(await bookValues(server)), ...junk };
    const posted = await server.call("POST", "/api/rest/books", { token, body });
    expect(posted.status).toBe(201);
    expect(posted.body).toMatchObject({ updatedBy: "the-stocker", isProtected: false });
    expect(posted.record._id).not.toBe(junk._id);
    expect(posted.record.createdAt > "2026").toBe(true);
    for (const key of ["__v", "permissions", "table"]) expect(posted.body).not.toHaveProperty(key);
  });
});

describe("`PUT` merges: a declared field that is absent keeps its value, null clears an optional one. Validation is of the merged record. Optional fields accept null.", () => {
  it("keeps what is absent, also inside objects", async () => {
    const book = await makeBook(server, { isbn: "9781234567897", scores: { readers: 4, staff: 5 } });
    const put = await server.call("PUT", `/api/rest/books/${book._id}`, {
      token,
      body: { scores: { staff: 6 } },
    });
    expect(put.body).toEqual({ ...book, scores: { readers: 4, staff: 6 }, updatedAt: put.record.updatedAt });
  });

  it("null clears an optional field", async () => {
    const book = await makeBook(server, { isbn: "9781234567897", summary: "Long", price: 12 });
    const body = { isbn: null, summary: null, price: null };
    const put = await server.call("PUT", `/api/rest/books/${book._id}`, { token, body });
    expect([put.status, put.body]).toEqual([200, { ...book, ...body, updatedAt: put.record.updatedAt }]);
  });

  it("null for a required field is refused at the field", async () => {
    const book = await makeBook(server);
    const put = await server.call("PUT", `/api/rest/books/${book._id}`, { token, body: { title: null } });
    expect(put.status).toBe(400);
    expect(put.errors).toEqual([{ path: "/title", keyword: "required", message: "A book needs its title" }]);
  });

  it("the merged record is validated: a stored part that no longer holds refuses an unrelated change", async () => {
    const subject = await makeSubject(server);
    const { _id } = await server.insert("books", {
      title: `Early ${next()}`,
      year: 1200,
      subject: subject._id,
    });
    const put = await server.call("PUT", `/api/rest/books/${_id}`, { token, body: { summary: "Short" } });
    expect(put.status).toBe(400);
    expect(put.errors[0]?.path).toBe("/year");
    const mended = await server.call("PUT", `/api/rest/books/${_id}`, {
      token,
      body: { summary: "S", year: 1500 },
    });
    expect(mended.status).toBe(200);
  });

  it("a new record gets the defaults of what is absent", async () => {
    const subject = await makeSubject(server);
    const body = { title: `Bare ${next()}`, year: 2000, subject: subject._id };
    const posted = await server.call("POST", "/api/rest/books", { token, body });
    expect(posted.body).toMatchObject({ genre: "novel", price: 0, available: true, cover: null, isbn: null });
  });
});

describe("Strings are stored as sent, not trimmed; a required text of blanks alone is empty.", () => {
  it("keeps blanks, line ends, emoji and quotes", async () => {
    const title = `  ${next()} O'Brien "quoted" \t\n 😀 %_\\ end  `;
    const book = await makeBook(server, { title, summary: "  \n " });
    expect([book.title, book.summary]).toEqual([title, "  \n "]);
    const got = await server.call("GET", `/api/rest/books/${book._id}`, { token });
    expect([got.record.title, got.record.summary]).toEqual([title, "  \n "]);
  });

  it.each(["", " ", "\t\n", "\u3000"])("refuses %j for a required text", async (title) => {
    const before = await rowsOf(server, "books");
    const posted = await server.call("POST", "/api/rest/books", {
      token,
      body: await bookValues(server, { title }),
    });
    expect(posted.status).toBe(400);
    expect(posted.errors).toEqual([
      { path: "/title", keyword: "required", message: "A book needs its title" },
    ]);
    expect(await rowsOf(server, "books")).toEqual(before);
  });

  it.each(["a\u0000b", "half \ud83d"])("refuses %j, which no store could keep as sent", async (summary) => {
    const body = JSON.stringify(await bookValues(server, { summary }));
    const headers = { "content-type": "application/json" };
    const posted = await server.call("POST", "/api/rest/books", { token, body, headers });
    expect(posted.status).toBe(400);
    expect(posted.errors).toMatchObject([{ path: "/summary", keyword: "format" }]);
  });
});
