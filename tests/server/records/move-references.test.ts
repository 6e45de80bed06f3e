import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import { CHANGE_ID_HEADER } from "../../../src/wire/change-id.ts";
import type { MoveAnswer } from "../../../src/wire/journal.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook, makeLoan, makeSubject, rowsOf } from "./library-records.ts";

let server: TestServer;
let stocker: string;
let from: RecordData & { _id: string };
let to: RecordData & { _id: string };

beforeAll(async () => {
  server = await buildServer({
    config: {
      "entities/reading-lists.json": (json) => {
        const items = { type: "string", reference: { entity: "books", label: "title" } };
        json.schema.properties.also = { type: "array", title: "Also", widget: "record-slots", items };
      },
    },
  });
  stocker = await server.as("stocker");
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});
beforeEach(async () => {
  [from, to] = [await makeSubject(server), await makeSubject(server)];
});

const move = (body: object = {}, token = stocker) =>
  server.call<MoveAnswer>("POST", "/api/journal/move", {
    token,
    body: { entity: "subjects", _id: from._id, to: to._id, ...body },
  });
const get = async (entity: string, id: string) =>
  (await server.store.read((view) => view.get(entity, id))) ?? null;
const all = () =>
  Promise.all(["subjects", "books", "loans", "reading-lists"].map((id) => rowsOf(server, id)));

describe("moving what refers to a record", () => {
  it("points all of it to the other one and deletes the record, as one change", async () => {
    const [first, second] = [
      await makeBook(server, { subject: from._id }),
      await makeBook(server, { subject: from._id }),
    ];
    const child = await makeSubject(server, { parent: from._id });
    const other = await makeBook(server);
    const answer = await move({ updatedAt: from.updatedAt });
    expect([answer.status, answer.body]).toEqual([200, { moved: 3 }]);
    for (const { _id } of [first, second])
      expect(await get("books", _id)).toMatchObject({ subject: to._id, updatedBy: "the-stocker" });
    expect(await get("subjects", child._id)).toMatchObject({ parent: to._id });
    expect(await get("subjects", from._id)).toBeNull();
    expect(await get("books", other._id)).toMatchObject({ subject: other.subject });
    const changeId = String(answer.headers[CHANGE_ID_HEADER]);
    const { entries } = await server.store.read((view) => view.journal({ changeId, limit: 9 }));
    expect(entries.map(({ kind }) => kind)).toEqual(["delete", "update", "update", "update"]);
    const undone = await server.call("POST", "/api/journal/undo", { token: stocker, body: { changeId } });
    expect(undone.body).toEqual({ undone: 4, kept: [], notRestored: [] });
    expect(await get("subjects", from._id)).toMatchObject({ name: from.name });
    expect(await get("books", first._id)).toMatchObject({ subject: from._id });
    expect(await get("subjects", child._id)).toMatchObject({ parent: from._id });
  });

  it("reaches into lists, and deletes what nothing refers to", async () => {
    const [book, other, third] = [await makeBook(server), await makeBook(server), await makeBook(server)];
    const listOf = (...books: readonly (typeof book)[]) =>
      server.insert("reading-lists", {
        name: `List of ${books.map(({ title }) => title).join()}`,
        books: books.map(({ _id }) => ({ book: _id })),
      });
    const body = { entity: "books", _id: book._id, to: other._id };
    const director = await server.as("director");
    const both = await listOf(book, other);
    const list = await listOf(third, book);
    expect(await move(body, director)).toMatchObject({
      status: 409,
      body: { kept: [{ title: both.name, reason: "The same book is on the list already" }] },
    });
    await server.call("DELETE", `/api/rest/reading-lists/${both._id}`, { token: director });
    expect((await move(body, director)).body).toEqual({ moved: 1 });
    expect(await get("reading-lists", list._id)).toMatchObject({
      books: [{ book: third._id }, { book: other._id }],
    });
    expect((await move()).body).toEqual({ moved: 0 });
  });

  it("names the other one once in a list of references, where either stood first", async () => {
    const [book, other, third] = [await makeBook(server), await makeBook(server), await makeBook(server)];
    const director = await server.as("director");
    const body = { entity: "books", _id: book._id, to: other._id };
    const { _id } = await server.insert("reading-lists", {
      name: "Also",
      books: [],
      also: [book._id, third._id, other._id],
    });
    expect((await move(body, director)).body).toEqual({ moved: 1 });
    expect(await get("reading-lists", _id)).toMatchObject({ also: [other._id, third._id] });
  });

  it("is refused as a whole where one record may not be changed, with names and reasons", async () => {
    await makeBook(server, { subject: from._id });
    const sample = await server.insert("books", {
      ...(await makeBook(server)),
      _id: server.effects.newId(),
      title: `Sample ${from.name}`,
      subject: from._id,
      isProtected: true,
    });
    const before = await all();
    const answer = await move();
    expect(answer).toMatchObject({
      status: 409,
      body: {
        errorCode: "NOT_MOVED",
        kept: [{ entity: "books", _id: sample._id, title: sample.title, reason: expect.stringMatching(/./) }],
      },
    });
    expect(await all()).toEqual(before);
  });

  it("names ten of those that stand in the way, beside others that one may not see", async () => {
    const values = await makeBook(server, { subject: from._id });
    for (let n = 1; n <= 11; n += 1)
      await server.insert("books", {
        ...values,
        _id: server.effects.newId(),
        title: `${n} of ${from.name}`,
        isProtected: true,
      });
    const named = (await move()).body as unknown as { message: string; kept: readonly unknown[] };
    expect(named.kept).toHaveLength(10);
    const others = { entity: "books", _id: values._id, to: (await makeBook(server))._id };
    await makeLoan(server, { book: values._id });
    await server.insert("reading-lists", {
      name: `Of ${from.name}`,
      books: [{ book: values._id }],
      isProtected: true,
    });
    const hidden = await move(others);
    expect(hidden).toMatchObject({ status: 409, body: { kept: [{ title: `Of ${from.name}` }] } });
    expect((hidden.body as unknown as { message: string }).message).not.toBe(named.message);
  });

  it("changes each reference of a record once, whichever of its fields have it", async () => {
    const [book, other] = [await makeBook(server), await makeBook(server)];
    const { _id } = await server.insert("reading-lists", {
      name: `Twice ${from.name}`,
      books: [{ book: book._id }],
      also: [book._id],
    });
    const body = { entity: "books", _id: book._id, to: other._id };
    expect((await move(body, await server.as("director"))).body).toEqual({ moved: 1 });
    expect(await get("reading-lists", _id)).toMatchObject({
      books: [{ book: other._id }],
      also: [other._id],
    });
  });

  it("is refused where a rule stands in the way: nothing is its own parent", async () => {
    await server.call("PUT", `/api/rest/subjects/${to._id}`, { token: stocker, body: { parent: from._id } });
    const before = await all();
    expect(await move()).toMatchObject({
      status: 409,
      body: { errorCode: "NOT_MOVED", kept: [{ _id: to._id, title: to.name }] },
    });
    expect(await all()).toEqual(before);
  });

  it("asks the rights to each record: who may not see or change it moves nothing, and learns no name", async () => {
    const book = await makeBook(server);
    const loan = await makeLoan(server, { book: book._id });
    const body = { entity: "books", _id: book._id, to: (await makeBook(server))._id };
    const before = await all();
    const answer = await move(body);
    expect(answer).toMatchObject({ status: 409, body: { errorCode: "NOT_MOVED", kept: [] } });
    expect(answer.text).not.toContain(String(loan.number));
    expect((await move(body, await server.as("shelver"))).status).toBe(403);
    expect((await move(body, await server.as("lender"))).status).toBe(403);
    expect((await server.call("POST", "/api/journal/move", { body })).status).toBe(401);
    expect(await all()).toEqual(before);
  });

  it("asks the right to each record as it is, not as the move would make it", async () => {
    const kept = await buildServer({
      config: {
        "entities/loans.json": (json) => {
          const filter = [{ field: "member", op: "eq", value: { account: "_id" } }];
          json.rights.records.push({ permission: "lending", filter, to: ["edit"] });
        },
      },
    });
    try {
      const [own, other] = [await kept.account({ role: "keeper" }), await kept.account({ role: "lender" })];
      const loan = await makeLoan(kept, { member: other._id });
      const body = { entity: "members", _id: other._id, to: own._id };
      const answer = await kept.call("POST", "/api/journal/move", { token: own.token, body });
      expect(answer).toMatchObject({ status: 409, body: { errorCode: "NOT_MOVED", kept: [{}] } });
      const now = await kept.store.read((view) => view.get("loans", loan._id));
      expect(now).toMatchObject({ member: other._id });
      expect(kept.log).toEqual([]);
    } finally {
      await kept.close();
    }
  });

  it("tells nothing of records to who may delete none: neither which there are, nor who changed them", async () => {
    const sample = await server.insert("subjects", { name: `Kept ${from.name}`, isProtected: true });
    const people = [
      await server.account({ role: "stocker", approved: false }),
      await server.account({ role: "lender" }),
    ];
    for (const { token } of people) {
      const answers = [
        await move({}, token),
        await move({ _id: "0".repeat(24) }, token),
        await move({ to: "0".repeat(24) }, token),
        await move({ _id: sample._id }, token),
        await move({ updatedAt: "2020-01-01T00:00:00.000Z" }, token),
      ];
      expect(answers.map(({ status, error }) => [status, error.errorCode])).toEqual(
        answers.map(() => [403, "FORBIDDEN"]),
      );
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
  });

  it("is refused where the record itself may not be deleted, or was changed since", async () => {
    const sample = await server.insert("subjects", { name: `Sample of ${from.name}`, isProtected: true });
    expect((await move({ _id: sample._id })).status).toBe(403);
    await server.call("PUT", `/api/rest/subjects/${from._id}`, {
      token: stocker,
      body: { name: `${from.name}!` },
    });
    expect(await move({ updatedAt: from.updatedAt })).toMatchObject({
      status: 409,
      body: { errorCode: "STALE" },
    });
    expect(await get("subjects", from._id)).not.toBeNull();
  });

  it("404 or 400 for what is not there, or is the same", async () => {
    expect((await move({ to: "0".repeat(24) })).status).toBe(404);
    expect((await move({ _id: "0".repeat(24) })).status).toBe(404);
    const book = await makeBook(server, { subject: from._id });
    expect((await move({ to: "0".repeat(24) })).status).toBe(404);
    expect(await get("books", book._id)).toMatchObject({ subject: from._id });
    expect((await move({ entity: "nothing" })).status).toBe(404);
    expect((await move({ to: from._id })).status).toBe(400);
    expect((await move({ to: 5 })).status).toBe(400);
    expect(await get("subjects", from._id)).not.toBeNull();
  });

  it("moves 999 at once, and refuses more in words", async () => {
    const book = await makeBook(server, { subject: from._id });
    const stored = await get("books", book._id);
    await server.store.write(async (transaction) => {
      for (let n = 1; stored !== null && n < 999; n += 1)
        await transaction.insert(
          "books",
          { ...stored, _id: `${String(n).padStart(24, "f")}`, title: `${book.title} ${n}` },
          [],
        );
    });
    const more = await server.insert("books", { ...book, _id: server.effects.newId(), title: "One more" });
    expect(await move()).toMatchObject({
      status: 409,
      body: { errorCode: "NOT_MOVED", message: expect.stringMatching(/999/) },
    });
    await server.call("DELETE", `/api/rest/books/${more._id}`, { token: stocker });
    const answer = await move();
    expect(answer.body).toEqual({ moved: 999 });
    const changeId = String(answer.headers[CHANGE_ID_HEADER]);
    const undone = await server.call("POST", "/api/journal/undo", { token: stocker, body: { changeId } });
    expect(undone.body).toEqual({ undone: 1000, kept: [], notRestored: [] });
    expect(await get("subjects", from._id)).not.toBeNull();
  }, 60_000);
});
