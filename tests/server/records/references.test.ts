import { describe, expect, it } from "vitest";
import { buildServer } from "../build-server.ts";
import { serveLibrary } from "../serve-library.ts";
import { makeBook, makeLoan, makeSubject, next, rowsOf } from "./library-records.ts";

const { server, stocker: token } = await serveLibrary();

const NOBODY = "000000000000000000000000";

describe("A reference to a record that does not exist is 400 at its field.", () => {
  it.each([[NOBODY], ["x"], ["../books"], ["' or 1=1 --"], ["constructor"]])("%j", async (subject) => {
    const before = await rowsOf(server, "books");
    const body = { title: `Book ${next()}`, year: 1990, subject };
    const posted = await server.call("POST", "/api/rest/books", { token, body });
    expect([posted.status, posted.error.errorCode]).toEqual([400, "VALIDATION_ERROR"]);
    expect(posted.errors).toEqual([
      { path: "/subject", keyword: "reference", message: "Subject refers to what does not exist" },
    ]);
    expect(await rowsOf(server, "books")).toEqual(before);
  });

  it("a record of another entity is none", async () => {
    const book = await makeBook(server);
    const put = await server.call("PUT", `/api/rest/books/${book._id}`, {
      token,
      body: { subject: book._id },
    });
    expect(put.errors).toMatchObject([{ path: "/subject", keyword: "reference" }]);
  });

  it("inside lists, at the item", async () => {
    const book = await makeBook(server);
    const body = { name: `List ${next()}`, books: [{ book: book._id }, { book: NOBODY }] };
    const posted = await server.call("POST", "/api/rest/reading-lists", { token, body });
    expect(posted.errors).toMatchObject([{ path: "/books/1/book", keyword: "reference" }]);
  });

  it("an account of a hidden role does not exist for others; who does not touch it may save the rest", async () => {
    const director = await server.account({ role: "director" });
    const lender = await server.as("lender");
    const book = await makeBook(server);
    const body = {
      number: "L-8001",
      book: book._id,
      member: director._id,
      lentOn: "2026-01-01",
      returned: false,
    };
    const posted = await server.call("POST", "/api/rest/loans", { token: lender, body });
    expect(posted.errors).toMatchObject([{ path: "/member", keyword: "reference" }]);
    const stored = await server.call("POST", "/api/rest/loans", { token: director.token, body });
    expect(stored.status).toBe(201);
    const url = `/api/rest/loans/${stored.record._id}`;
    const put = await server.call("PUT", url, {
      token: lender,
      body: { ...stored.record, lentOn: "2026-02-02" },
    });
    expect([put.status, put.record.lentOn, put.record.member]).toEqual([200, "2026-02-02", director._id]);
  });
});

describe("a reference as clients send it back", () => {
  it("as the record that a list shows is its `_id`, also inside lists", async () => {
    const [book, subject] = [await makeBook(server), await makeSubject(server)];
    const url = `/api/rest/books/${book._id}`;
    const body = { subject: { _id: subject._id, name: "whatever it was called" } };
    const put = await server.call("PUT", url, { token, body });
    expect([put.status, put.record.subject]).toEqual([200, subject._id]);
    const list = { name: "Shown", books: [{ book: { _id: book._id, title: "x" } }] };
    const posted = await server.call("POST", "/api/rest/reading-lists", { token, body: list });
    expect([posted.status, posted.record.books]).toMatchObject([201, [{ book: book._id }]]);
    for (const wrong of [{ name: "x" }, { _id: 5 }, [subject._id]]) {
      const refused = await server.call("PUT", url, { token, body: { subject: wrong } });
      expect([refused.status, refused.errors]).toMatchObject([400, [{ path: "/subject", keyword: "type" }]]);
    }
  });

  it("blank is none: stored as null, refused where one is required", async () => {
    const parent = await makeSubject(server);
    const child = await makeSubject(server, { parent: parent._id });
    const cleared = await server.call("PUT", `/api/rest/subjects/${child._id}`, {
      token,
      body: { parent: "" },
    });
    expect([cleared.status, cleared.record.parent]).toEqual([200, null]);
    const book = await makeBook(server);
    const refused = await server.call("PUT", `/api/rest/books/${book._id}`, { token, body: { subject: "" } });
    expect(refused.errors).toMatchObject([{ path: "/subject", keyword: "required" }]);
  });
});

describe("A category cannot be its own parent, nor, we add, part of a ring.", () => {
  const refused = { path: "/parent", keyword: "tree", message: "A subject cannot be part of itself" };
  const put = (id: string, parent: string) =>
    server.call("PUT", `/api/rest/subjects/${id}`, { token, body: { parent } });

  it("itself", async () => {
    const subject = await makeSubject(server);
    const answer = await put(subject._id, subject._id);
    expect([answer.status, answer.errors]).toEqual([400, [refused]]);
  });

  it("a ring of two and of four", async () => {
    const chain = [await makeSubject(server)];
    for (let depth = 0; depth < 3; depth += 1)
      chain.push(await makeSubject(server, { parent: chain.at(-1)?._id ?? "" }));
    const top = chain[0]?._id ?? "";
    for (const below of chain.slice(1)) expect((await put(top, below._id)).errors).toEqual([refused]);
    expect((await server.call("GET", `/api/rest/subjects/${top}`, { token })).record.parent).toBe(null);
  });

  it("a ring that was there before the rule keeps nobody from referring into it", async () => {
    const ends = [server.effects.newId(), server.effects.newId()];
    for (const [at, _id] of ends.entries())
      await server.insert("subjects", { _id, name: `Ring ${next()}`, parent: ends[1 - at] ?? null });
    const subject = await makeSubject(server);
    expect((await put(subject._id, ends[0] ?? "")).status).toBe(200);
    expect((await put(ends[0] ?? "", subject._id)).errors).toEqual([refused]);
  });

  it("two who close a ring from both ends at once: one is refused", async () => {
    const [one, two] = [await makeSubject(server), await makeSubject(server)];
    const answers = await Promise.all([put(one._id, two._id), put(two._id, one._id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("Empty parent is sent as null", async () => {
    const subject = await makeSubject(server, { parent: (await makeSubject(server))._id });
    const answer = await server.call("PUT", `/api/rest/subjects/${subject._id}`, {
      token,
      body: { parent: null },
    });
    expect([answer.status, answer.record.parent]).toEqual([200, null]);
  });
});

describe("A category with children cannot be deleted; we extend it: no record that another still refers to can be deleted, and the answer says who refers to it (count and first names).", () => {
  it("children", async () => {
    const parent = await makeSubject(server);
    const children = [];
    for (const name of ["Able", "Baker", "Charlie", "Dog"]) {
      children.push(await makeSubject(server, { name, parent: parent._id }));
    }
    const url = `/api/rest/subjects/${parent._id}`;
    const refused = await server.call("DELETE", url, { token });
    expect([refused.status, refused.error.errorCode]).toEqual([409, "REFERRED_TO"]);
    expect(refused.error.message).toMatch(/^4 others refer to it: \w+, \w+, \w+ …$/);
    for (const name of refused.error.message.match(/(?<=[:,] )\w+/g) ?? []) {
      expect(["Able", "Baker", "Charlie", "Dog"]).toContain(name);
    }
    expect((await server.call("GET", url, { token })).status).toBe(200);
    for (const child of children) await server.call("DELETE", `/api/rest/subjects/${child._id}`, { token });
    expect((await server.call("DELETE", url, { token })).status).toBe(200);
  });

  it("inside lists", async () => {
    const book = await makeBook(server);
    const body = { name: "Summer reading", books: [{ book: book._id }] };
    await server.call("POST", "/api/rest/reading-lists", { token, body });
    const refused = await server.call("DELETE", `/api/rest/books/${book._id}`, { token });
    expect(refused.error.message).toBe("1 others refer to it: Summer reading");
  });

  it("names that run from right to left, or turn what follows, stay apart from the sentence", async () => {
    const parent = await makeSubject(server, { name: "Parent" });
    for (const name of ["שלום", "evil\u202etxt"]) await makeSubject(server, { name, parent: parent._id });
    const { error } = await server.call("DELETE", `/api/rest/subjects/${parent._id}`, { token });
    expect(error.message).toContain("\u2068שלום\u2069");
    expect(error.message).toContain("\u2068evil\u202etxt\u2069");
  });

  it("names three and no more, those that are called alike once", async () => {
    const parent = await makeSubject(server);
    const remove = async () => server.call("DELETE", `/api/rest/subjects/${parent._id}`, { token });
    const message = async () => (await remove()).error.message;
    const names = ["Emil", "Fritz", "Gustav"];
    for (const name of names) await makeSubject(server, { name, parent: parent._id });
    expect(await message()).toBe("3 others refer to it: Emil, Fritz, Gustav");
    const book = await makeBook(server);
    for (let n = 0; n < 3; n += 1) await makeLoan(server, { book: book._id });
    const of = await server.call("DELETE", `/api/rest/books/${book._id}`, { token });
    expect(of.error.message).toBe("3 others refer to it: others");
  });

  it.each([
    ["one that this account reads with a part of its name alone is called what it is", true, "book"],
    ["one of which this account does not see that it refers is an other", false, "others"],
  ])("%s", async (_, isSubjectSeen, called) => {
    const opened = await buildServer({
      config: {
        "entities/books.json": (json) => {
          json.permission = "lending";
          json.display.title = "{title}, {isbn}";
          delete json.rights;
        },
        "entities/reading-lists.json": (json) => {
          const { reference } = json.schema.properties.books.items.properties.book;
          Object.assign(reference, {
            label: "title",
            fields: ["cover", ...(isSubjectSeen ? ["subject"] : [])],
          });
        },
      },
    });
    const subject = await makeSubject(opened);
    await opened.insert("books", { title: "Read by few", year: 1990, subject: subject._id });
    const stocker = await opened.as("stocker");
    expect((await opened.call("GET", "/api/rest/books", { token: stocker })).status).toBe(200);
    const refused = await opened.call("DELETE", `/api/rest/subjects/${subject._id}`, { token: stocker });
    expect(refused.error.message).toBe(`1 others refer to it: ${called}`);
    await opened.close();
  });

  it("records that this account may not read are counted, and called others", async () => {
    const book = await makeBook(server);
    const loan = await makeLoan(server, { book: book._id });
    const refused = await server.call("DELETE", `/api/rest/books/${book._id}`, { token });
    expect(refused.error.message).toBe("1 others refer to it: others");
    const keeper = await server.call("DELETE", `/api/rest/books/${book._id}`, {
      token: await server.as("keeper"),
    });
    // A loan is called by its number and its book.
    expect(keeper.error.message).toBe(`1 others refer to it: ${loan.number}: ${book.title}`);
  });

  it("deleting and referring at once never leaves a reference to nothing", async () => {
    for (let round = 0; round < 5; round += 1) {
      const subject = await makeSubject(server);
      const body = { title: `Book ${next()}`, year: 1990, subject: subject._id };
      const [posted, deleted] = await Promise.all([
        server.call("POST", "/api/rest/books", { token, body }),
        server.call("DELETE", `/api/rest/subjects/${subject._id}`, { token }),
      ]);
      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([posted.status, deleted.status]);
    }
  });
});

describe("A form whose user lacks the permission of a referenced entity may still read that entity's list and records, but only `_id`, the label and the fields that the reference's config names. This follows from config; nothing is opened by hand.", () => {
  it("a lender reads books (through loans) by title alone", async () => {
    const book = await makeBook(server, { isbn: "9781234567897", summary: "Hidden" });
    const lender = await server.as("lender");
    const shown = { _id: book._id, title: book.title };
    const got = await server.call("GET", `/api/rest/books/${book._id}`, { token: lender });
    expect([got.status, got.body]).toEqual([200, shown]);
    const list = await server.call("GET", `/api/rest/books?nameQuery=${book.title}`, { token: lender });
    expect([list.status, list.body]).toEqual([200, { books: [shown], total: 1 }]);
  });

  it("and the fields that the reference names", async () => {
    const opened = await buildServer({
      config: {
        "entities/loans.json": (json) => {
          json.schema.properties.book.reference.fields = ["year", "scores"];
        },
        "entities/books.json": (json) => {
          delete json.rights;
        },
      },
    });
    const book = await makeBook(opened);
    const got = await opened.call("GET", `/api/rest/books/${book._id}`, { token: await opened.as("lender") });
    expect(Object.keys(got.record).sort()).toEqual(["_id", "scores", "title", "year"]);
    const sorted = await opened.call("GET", "/api/rest/books?sortField=year&sortOrder=asc", {
      token: await opened.as("lender"),
    });
    expect(sorted.status).toBe(200);
    await opened.close();
  });

  it("each account by its own references: another's right opens nothing, two rights open both", async () => {
    const opened = await buildServer({
      config: {
        "app.json": (json) => {
          json.roles.clerk = { label: { en: "Clerk" }, permissions: ["staffing"] };
          json.roles.deputy = { label: { en: "Deputy" }, permissions: ["lending", "staffing"] };
          json.menu[0].permission.push("staffing");
        },
        "entities/reading-lists.json": (json) => {
          json.permission = "staffing";
          const { book } = json.schema.properties.books.items.properties;
          book.reference.fields = ["cover", "year"];
        },
        "entities/loans.json": (json) => {
          json.schema.properties.book.reference.fields = ["genre"];
        },
      },
    });
    const book = await makeBook(opened);
    const ask = async (role: string, path: string) =>
      opened.call("GET", `/api/rest/books${path}`, { token: await opened.as(role) });
    for (const [role, keys, sorts] of [
      ["lender", ["_id", "genre", "title"], [200, 400]],
      ["clerk", ["_id", "cover", "title", "year"], [400, 200]],
      ["deputy", ["_id", "cover", "genre", "title", "year"], [200, 200]],
    ] as const) {
      const [got, listed] = [await ask(role, `/${book._id}`), await ask(role, "")];
      for (const record of [got.record, listed.rows("books")[0]])
        expect([role, Object.keys(record ?? {}).sort()]).toEqual([role, keys]);
      const sorted = ["genre", "year"].map((field) => ask(role, `?sortField=${field}&sortOrder=asc`));
      expect([role, (await Promise.all(sorted)).map(({ status }) => status)]).toEqual([role, sorts]);
    }
    await opened.close();
  });

  it("writes nothing there", async () => {
    const lender = await server.as("lender");
    const book = await makeBook(server);
    const before = await rowsOf(server, "books");
    const url = `/api/rest/books/${book._id}`;
    const tries = [
      await server.call("POST", "/api/rest/books", { token: lender, body: { ...book, title: "Mine" } }),
      await server.call("PUT", url, { token: lender, body: { title: "Mine" } }),
      await server.call("DELETE", url, { token: lender }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await rowsOf(server, "books")).toEqual(before);
  });

  it("nothing refers the other way: a stocker reads no loans and no members", async () => {
    for (const entity of ["loans", "members"]) {
      const { _id } = entity === "loans" ? await makeLoan(server) : await server.account({ role: "lender" });
      for (const url of [
        `/api/rest/${entity}`,
        `/api/rest/${entity}/${_id}`,
        `/api/rest/${entity}/${NOBODY}`,
      ]) {
        const { status, error } = await server.call("GET", url, { token });
        expect([status, error.errorCode]).toEqual([403, "FORBIDDEN"]);
      }
    }
  });
});

describe("permission 403 per entity: an account that holds any one of the permissions", () => {
  it.each([
    ["stocker", { books: 200, subjects: 200, "reading-lists": 200, loans: 403, members: 403 }],
    ["lender", { books: 200, subjects: 403, "reading-lists": 403, loans: 200, members: 200 }],
    ["keeper", { books: 200, subjects: 200, "reading-lists": 200, loans: 200, members: 200 }],
  ])("%s lists", async (role, expected) => {
    const own = await server.as(role);
    for (const [entity, status] of Object.entries(expected)) {
      expect([entity, (await server.call("GET", `/api/rest/${entity}`, { token: own })).status]).toEqual([
        entity,
        status,
      ]);
    }
  });

  it("nobody without permissions: waiting for approval, or of a role that the config does not know", async () => {
    const accounts = [
      await server.account({ role: "keeper", approved: false }),
      await server.account({ role: "retired" }),
      await server.account({ role: "constructor" }),
    ];
    for (const account of accounts) {
      for (const entity of ["books", "subjects", "reading-lists", "loans", "members"]) {
        const { status } = await server.call("GET", `/api/rest/${entity}`, { token: account.token });
        expect([account.username, entity, status]).toEqual([account.username, entity, 403]);
      }
    }
  });
});

it("a record names who changed it last by name and id, in the answer as in the store", async () => {
  const account = await server.account({ role: "stocker" });
  const book = await makeBook(server);
  const put = await server.call("PUT", `/api/rest/books/${book._id}`, {
    token: account.token,
    body: { year: 1991 },
  });
  expect(put.status).toBe(200);
  expect(put.record.updatedById).toBe(account._id);
  const read = await server.call("GET", `/api/rest/books/${book._id}`, { token: account.token });
  expect(read.record.updatedById).toBe(account._id);
});
