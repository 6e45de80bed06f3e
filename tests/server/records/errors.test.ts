import { describe, expect, it } from "vitest";
import { buildServer } from "../build-server.ts";
import { serveLibrary } from "../serve-library.ts";
import { bookValues, makeBook, makeLoan, makeSubject, rowsOf } from "./library-records.ts";

const { server, stocker: token } = await serveLibrary();

describe('Body `{ "status": "error", "errorCode": "VALIDATION_ERROR", "message": "…", "operation": "…" }`; `message` is a sentence for staff. We add `errors: [{ "path": "/price", "keyword": "maximum", "message": "…" }]`', () => {
  it("names every wrong field, and the first one's sentence is the message", async () => {
    const body = await bookValues(server, {
      title: "",
      year: 3000,
      isbn: "1",
      price: 0.25,
      photos: [{}, {}, {}, {}],
    });
    const posted = await server.call("POST", "/api/rest/books", { token, body });
    expect(posted.status).toBe(400);
    expect(posted.body).toEqual({
      status: "error",
      errorCode: "VALIDATION_ERROR",
      message: "A book needs its title",
      operation: "create books",
      errors: [
        { path: "/title", keyword: "required", message: "A book needs its title" },
        {
          path: "/isbn",
          keyword: "pattern",
          message: "An ISBN has thirteen digits and begins with 978 or 979",
        },
        { path: "/year", keyword: "maximum", message: "A year up to 2100" },
        { path: "/price", keyword: "multipleOf", message: "Replacement price goes in steps of 0.1" },
        { path: "/photos", keyword: "maxItems", message: "At most 3 photos" },
      ],
    });
  });

  it.each([
    [
      "the same book twice",
      { keyword: "uniqueBy", message: "The same book is on the list already" },
      (id: string) => [{ book: id }, { book: id }],
    ],
    [
      "a slot without a book",
      { keyword: "required", message: "Choose a book" },
      (id: string) => [{ book: id }, {}],
    ],
  ])("also inside lists: %s", async (_case, error, slots) => {
    const book = await makeBook(server);
    const body = { name: "Slots", books: slots(book._id) };
    const posted = await server.call("POST", "/api/rest/reading-lists", { token, body });
    expect(posted.errors).toEqual([{ path: "/books/1/book", ...error }]);
  });
});

describe("400 invalid · 401 only for a missing, unknown or ended session · 403 lacks the permission, or the record is protected · 404 · 409 duplicate, stale or still referred to · 413 too large", () => {
  it("every status, with a sentence and without a trace", async () => {
    const book = await makeBook(server);
    const url = `/api/rest/books/${book._id}`;
    const sample = await server.insert("books", { title: "Sample", isProtected: true });
    const lender = await server.as("lender");
    const cases = [
      [400, "VALIDATION_ERROR", await server.call("PUT", url, { token, body: { year: 1 } })],
      [401, "UNAUTHENTICATED", await server.call("GET", url)],
      [401, "UNAUTHENTICATED", await server.call("GET", url, { token: "unknown" })],
      [403, "FORBIDDEN", await server.call("PUT", url, { token: lender, body: {} })],
      [403, "PROTECTED", await server.call("DELETE", `/api/rest/books/${sample._id}`, { token })],
      [404, "NOT_FOUND", await server.call("GET", "/api/rest/books/000000000000000000000000", { token })],
      [404, "NOT_FOUND", await server.call("GET", "/api/rest/nothing", { token })],
      [409, "DUPLICATE", await server.call("POST", "/api/rest/books", { token, body: { ...book } })],
      [409, "STALE", await server.call("PUT", url, { token, body: { updatedAt: "2020-01-01T00:00:00Z" } })],
      [409, "REFERRED_TO", await server.call("DELETE", `/api/rest/subjects/${book.subject}`, { token })],
      [
        413,
        "TOO_LARGE",
        await server.call("POST", "/api/rest/subjects", { token, body: { name: "x".repeat(2 ** 20) } }),
      ],
    ] as const;
    for (const [status, errorCode, answer] of cases) {
      expect([answer.status, answer.error.errorCode]).toEqual([status, errorCode]);
      expect(answer.error.status).toBe("error");
      expect(answer.error.message).toMatch(/\w+ \w+/);
      expect(answer.error.message).not.toMatch(/[{}]|SQL|\.ts|node:/);
    }
  });

  it("an ended session is 401", async () => {
    const { token: ended } = await server.account({ role: "stocker" });
    expect((await server.call("GET", "/api/rest/books", { token: ended })).status).toBe(200);
    server.advance(13 * 3_600_000);
    expect((await server.call("GET", "/api/rest/books", { token: ended })).status).toBe(401);
    server.advance(-13 * 3_600_000);
  });
});

describe("Messages come from the config (the field's own where it has one), so browser and server say the same sentence. The protected message is the entity's own (in the spec's language of that entity).", () => {
  it("the field's own, else the one for the rule with the field's label", async () => {
    const posted = await server.call("POST", "/api/rest/books", {
      token,
      body: await bookValues(server, { year: 1, price: 501 }),
    });
    expect(posted.errors.map(({ message }) => message)).toEqual([
      "No book was printed before 1450",
      "Replacement price is 500 or less",
    ]);
  });

  it("protected: the entity's own, else everybody's", async () => {
    const book = await server.insert("books", { title: "Own words", isProtected: true });
    const subject = await server.insert("subjects", { name: "Common words", isProtected: true });
    const put = (url: string) => server.call("PUT", url, { token, body: {} });
    expect((await put(`/api/rest/books/${book._id}`)).error.message).toBe(
      "The sample books cannot be edited",
    );
    expect((await put(`/api/rest/subjects/${subject._id}`)).error.message).toBe(
      "Sample data cannot be edited",
    );
  });

  it("in the language of the entity", async () => {
    const german = await buildServer({
      config: {
        "messages.json": (json) => {
          json.de = { ...json.en, "server.notFound": "Das gibt es nicht", "rule.required": "{label} fehlt" };
        },
        "entities/subjects.json": (json) => {
          json.language = "de";
        },
      },
    });
    const stocker = await german.as("stocker");
    const of = async (entity: string) =>
      (await german.call("GET", `/api/rest/${entity}/none`, { token: stocker })).error.message;
    expect([await of("subjects"), await of("books")]).toEqual([
      "Das gibt es nicht",
      "There is no such thing",
    ]);
    await german.close();
  });
});

describe("Protected (`isProtected`) records cannot be updated or deleted by anyone through the API: 403.", () => {
  it.each(["stocker", "keeper", "director"])("not by a %s", async (role) => {
    const sample = await server.insert("subjects", { name: `Sample for ${role}`, isProtected: true });
    const before = await rowsOf(server, "subjects");
    const own = { token: await server.as(role) };
    const url = `/api/rest/subjects/${sample._id}`;
    for (const body of [{}, { name: "Mine" }, { isProtected: false }, { ...sample }]) {
      const put = await server.call("PUT", url, { ...own, body });
      expect([put.status, put.error.errorCode]).toEqual([403, "PROTECTED"]);
    }
    expect((await server.call("DELETE", url, own)).status).toBe(403);
    expect(await rowsOf(server, "subjects")).toEqual(before);
  });
});

describe("A `PUT` that carries `updatedAt`: any time other than the stored one is 409 and says who changed it and when; nothing is overwritten unseen. Absent: not compared.", () => {
  it("two people edit the same record", async () => {
    const book = await makeBook(server);
    const url = `/api/rest/books/${book._id}`;
    const keeper = await server.as("keeper");
    server.advance(1_000);
    const first = await server.call("PUT", url, { token: keeper, body: { ...book, year: 2001 } });
    expect(first.status).toBe(200);
    const second = await server.call("PUT", url, { token, body: { ...book, year: 2002 } });
    expect([second.status, second.error.errorCode]).toEqual([409, "STALE"]);
    const at = new Intl.DateTimeFormat("en-GB", {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "UTC",
    });
    expect(second.error.message).toBe(
      `the-keeper changed this at ${at.format(new Date(first.record.updatedAt))}, after you opened it`,
    );
    expect((await server.call("GET", url, { token })).body).toEqual(first.body);
    const again = await server.call("PUT", url, { token, body: { ...first.record, year: 2002 } });
    expect([again.status, again.record.year]).toEqual([200, 2002]);
    const blind = await server.call("PUT", url, { token, body: { year: 2003 } });
    expect([blind.status, blind.record.year]).toEqual([200, 2003]);
  });

  it("of many at once with the same `updatedAt` exactly one is stored", async () => {
    const book = await makeBook(server);
    server.advance(10);
    const put = (year: number) =>
      server.call("PUT", `/api/rest/books/${book._id}`, { token, body: { updatedAt: book.updatedAt, year } });
    const answers = await Promise.all([1991, 1992, 1993, 1994, 1995].map(put));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const stored = await server.call("GET", `/api/rest/books/${book._id}`, { token });
    expect(stored.body).toEqual(answers.find(({ status }) => status === 200)?.body);
  });

  it("of many at once that name different fields, none loses the others' changes", async () => {
    const book = await makeBook(server);
    const changes = [
      { year: 1991 },
      { summary: "S" },
      { price: 3 },
      { isbn: "9781234567897" },
      { genre: "poetry" },
    ];
    const put = (body: object) => server.call("PUT", `/api/rest/books/${book._id}`, { token, body });
    const answers = await Promise.all(changes.map(put));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const stored = await server.call("GET", `/api/rest/books/${book._id}`, { token });
    expect(stored.body).toMatchObject(Object.assign({}, ...changes));
  });
});

describe("Unique: the name … 409, `'值'已存在，不得重複`.", () => {
  it("on create and update, at its field with the field's own sentence; itself is no duplicate", async () => {
    const first = await makeBook(server, { title: "Only One" });
    const other = await makeBook(server);
    const before = await rowsOf(server, "books");
    const expected = {
      status: "error",
      errorCode: "DUPLICATE",
      message: "There is a book called 'Only One' already",
      errors: [{ path: "/title", keyword: "unique", message: "There is a book called 'Only One' already" }],
    };
    const posted = await server.call("POST", "/api/rest/books", {
      token,
      body: { ...other, title: "Only One" },
    });
    expect([posted.status, posted.body]).toEqual([409, { ...expected, operation: "create books" }]);
    const put = await server.call("PUT", `/api/rest/books/${other._id}`, {
      token,
      body: { title: "Only One" },
    });
    expect([put.status, put.body]).toEqual([409, { ...expected, operation: "update books" }]);
    expect(await rowsOf(server, "books")).toEqual(before);
    const same = await server.call("PUT", `/api/rest/books/${first._id}`, { token, body: first });
    expect(same.status).toBe(200);
  });

  it("with the sentence of its field", async () => {
    const subject = await makeSubject(server, { name: "Twice" });
    const posted = await server.call("POST", "/api/rest/subjects", {
      token,
      body: { name: subject.name as string },
    });
    expect(posted.error.message).toBe("There is a subject 'Twice' already");
  });

  it("of many at once exactly one is stored", async () => {
    const post = () => server.call("POST", "/api/rest/subjects", { token, body: { name: "Race" } });
    const answers = await Promise.all([post(), post(), post(), post()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});

describe("Conditions hold on the server as in the form", () => {
  it("a hidden field is not required and is cleared where the config says so; a shown one is required", async () => {
    const loan = await makeLoan(server);
    const url = `/api/rest/loans/${loan._id}`;
    const lender = await server.as("lender");
    const put = (body: object) => server.call("PUT", url, { token: lender, body });
    const missing = await put({ returned: true });
    expect(missing.errors).toEqual([
      { path: "/returnedOn", keyword: "required", message: "When did it come back?" },
    ]);
    const back = await put({ returned: true, returnedOn: "2026-04-01" });
    expect(back.record.returnedOn).toBe("2026-04-01");
    const out = await put({ returned: false });
    expect([out.status, out.record.returnedOn]).toEqual([200, null]);
    const sneaked = await put({ returned: false, returnedOn: "2026-04-01" });
    expect(sneaked.record.returnedOn).toBe(null);
  });

  it("a hidden value that is kept stays as it was", async () => {
    const loan = await makeLoan(server, { renewals: 4, reason: "Long book" });
    const lender = await server.as("lender");
    const put = (renewals: number) =>
      server.call("PUT", `/api/rest/loans/${loan._id}`, { token: lender, body: { renewals } });
    expect((await put(1)).record.reason).toBe("Long book");
    expect((await put(4)).record.reason).toBe("Long book");
  });
});
