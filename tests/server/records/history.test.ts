import { beforeEach, describe, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import { systemOrigin } from "../../../src/server/http/change-origin.ts";
import { buildServer } from "../build-server.ts";
import { serveLibrary } from "../serve-library.ts";
import { bookRequests, changeOf } from "./book-requests.ts";
import { makeBook, makeLoan, makeSubject } from "./library-records.ts";

const { server, stocker } = await serveLibrary();
let book: RecordData & { _id: string };
let url: string;

beforeEach(async () => {
  book = await makeBook(server, { summary: "first", price: 5 });
  url = `/api/rest/books/${book._id}`;
});

const { put, remove, undo, restore, history, entriesOf } = bookRequests(server, stocker, () => book);
const bin = (token = stocker) => server.call("GET", "/api/journal/bin?entity=books", { token });

describe("the history of a record", () => {
  it("tells who changed what and when, the latest first", async () => {
    const changed = await put({ summary: "second", available: false });
    const [update, create] = await entriesOf();
    expect(update).toMatchObject({
      changeId: changeOf(changed),
      kind: "update",
      entity: "books",
      _id: book._id,
      title: book.title,
      version: 2,
      by: "the-stocker",
      fields: [
        { field: "available", was: true, now: false },
        { field: "summary", was: "first", now: "second" },
      ],
    });
    expect(create).toMatchObject({ kind: "create", version: 1 });
    expect(create?.fields).toContainEqual({ field: "summary", now: "first" });
  });

  it("leaves out fields that the reader may not see, and records, and who may not be seen", async () => {
    await put({ price: 77.7, note: "<p>hush</p>", available: false });
    const answer = await history(`entity=books&id=${book._id}`, await server.as("shelver"));
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(/77\.7|hush|"price"|"note"/);
    expect(answer.body).toMatchObject({ entries: [{ fields: [{ field: "available" }] }, {}] });
    expect((await history(`entity=books&id=${book._id}`, await server.as("lender"))).status).toBe(404);
    expect((await history(`entity=books&id=${"0".repeat(24)}`)).status).toBe(404);
    expect((await history(`entity=nothing&id=${book._id}`)).status).toBe(404);
  });

  it("has a long value in its entry alone", async () => {
    await put({ summary: "x".repeat(9000) });
    const [update] = await entriesOf();
    expect(update?.fields).toEqual([{ field: "summary", long: true }]);
    const whole = await server.call("GET", `/api/journal/${update?.position}`, { token: stocker });
    expect(whole.body).toMatchObject({ fields: [{ field: "summary", was: "first", now: "x".repeat(9000) }] });
    const lender = await server.as("lender");
    // Its long values are not even decompressed for who may not see it.
    const { read } = server.store;
    let wholes = 0;
    server.store.read = (work) =>
      read((view) => {
        const journalEntry: typeof view.journalEntry = (position) => {
          wholes += 1;
          return view.journalEntry(position);
        };
        return work({ ...view, journalEntry });
      });
    for (const position of [update?.position, 0, "x", "9".repeat(30)]) {
      const token = position === update?.position ? lender : stocker;
      expect((await server.call("GET", `/api/journal/${position}`, { token })).status).toBe(404);
    }
    server.store.read = read;
    expect(wholes).toBe(0);
  });

  it("of all records is for nobody whom the config does not name", async () => {
    for (const query of ["", "entity=books", "by=x", "kind=delete"])
      expect((await history(query, await server.as("lender"))).status).toBe(403);
  });

  it.each(["kind=x", "before=x", "limit=0", "limit=101", "from=yesterday", "id=x"])(
    "400: %s",
    async (query) => {
      expect((await history(query, await server.as("director"))).status).toBe(400);
    },
  );
});

describe("the bin", () => {
  it("has what was deleted, for who may delete such", async () => {
    await remove();
    expect((await bin()).body).toMatchObject({
      records: [{ _id: book._id, title: book.title, deletedBy: "the-stocker" }],
    });
    expect((await bin(await server.as("lender"))).status).toBe(403);
    expect((await bin(await server.as("shelver"))).status).toBe(403);
  });

  it("gives it back as it was, with its history", async () => {
    await put({ summary: "second" });
    const before = (await server.call("GET", url, { token: stocker })).record;
    await remove();
    expect((await server.call("GET", url, { token: stocker })).status).toBe(404);
    const restored = await restore();
    expect(restored).toMatchObject({ status: 200, headers: { etag: '"3"' } });
    const { updatedAt, ...rest } = before;
    expect((await server.call("GET", url, { token: stocker })).record).toMatchObject(rest);
    expect((await entriesOf()).map(({ kind }) => kind)).toEqual(["restore", "delete", "update", "create"]);
    expect((await restore()).status).toBe(404);
  });

  it("gives back nothing older than the last deletion", async () => {
    await remove();
    const { write } = server.store;
    // Between the check and the transaction somebody restores, changes and deletes it.
    server.store.write = async (...given) => {
      server.store.write = write;
      await restore();
      await put({ summary: "newer" });
      await remove();
      return write(...given);
    };
    expect((await restore()).status).toBe(404);
    expect((await restore()).body).toMatchObject({ record: { summary: "newer" }, notRestored: [] });
  });

  it("is nothing for who may not delete, and keeps what another record's value blocks", async () => {
    await remove();
    expect((await restore(await server.as("shelver"))).status).toBe(403);
    expect((await restore(await server.as("lender"))).status).toBe(404);
    const other = await makeBook(server, { title: book.title ?? null });
    expect(await restore()).toMatchObject({
      status: 409,
      body: { errorCode: "DUPLICATE", errors: [{ path: "/title" }] },
    });
    await server.call("PUT", `/api/rest/books/${other._id}`, {
      token: stocker,
      body: { title: `${book.title} II` },
    });
    expect((await restore()).status).toBe(200);
  });

  it("400 for what is no name or no id", async () => {
    for (const body of [{}, { entity: "books" }, { entity: "books", _id: 5 }, { entity: 5, _id: book._id }])
      expect(
        (await server.call("POST", "/api/journal/restore", { token: stocker, body })).status,
        JSON.stringify(body),
      ).toBe(400);
  });

  it("refuses what refers to a record that is gone", async () => {
    const subject = await makeSubject(server);
    await put({ subject: subject._id });
    await remove();
    await server.call("DELETE", `/api/rest/subjects/${subject._id}`, { token: stocker });
    expect(await restore()).toMatchObject({ status: 400, body: { errors: [{ path: "/subject" }] } });
  });

  it("gives back what refers to records that the restorer has no access to", async () => {
    const own = await buildServer({
      config: {
        "entities/loans.json": (json) => {
          json.rights.fields.book = { view: "stock" };
          json.display.title = "{number}";
          json.schema.required = ["number", "member", "lentOn"];
          delete json.schema.properties.book.messages;
        },
      },
    });
    const token = await own.as("lender");
    const { _id: book } = await makeBook(own);
    const { _id: member } = await own.account({ role: "lender" });
    const { _id } = await own.insert("loans", { number: "L-0001", book, member, lentOn: "2026-03-01" });
    expect((await own.call("GET", `/api/rest/loans/${_id}`, { token })).record).not.toHaveProperty("book");
    expect((await own.call("DELETE", `/api/rest/loans/${_id}`, { token })).status).toBe(200);
    const body = { entity: "loans", _id };
    expect((await own.call("POST", "/api/journal/restore", { token, body })).status).toBe(200);
    expect(await own.store.read((view) => view.get("loans", _id))).toMatchObject({ book });
    await own.close();
  });

  it("gives an account back without its password", async () => {
    const { _id, username } = await server.account({ role: "lender" });
    const director = await server.as("director");
    await server.call("DELETE", `/api/rest/members/${_id}`, { token: director });
    const body = { entity: "members", _id };
    const restored = await server.call("POST", "/api/journal/restore", { token: director, body });
    const lost = ["Password was not restored: it has none until one is set"];
    expect(restored).toMatchObject({ status: 200, body: { notRestored: lost } });
    const removed = await server.call("DELETE", `/api/rest/members/${_id}`, { token: director });
    expect((await undo(changeOf(removed), director)).body).toEqual({
      undone: 1,
      kept: [],
      notRestored: [{ ...body, title: username, reason: lost[0] }],
    });
    const stored = await server.store.read((view) => view.get("members", _id));
    expect(stored).toMatchObject({ password: null, role: "lender" });
  });
});

describe("undo", () => {
  it("reverses a change, a deletion, a new record, and itself", async () => {
    const changed = await put({ summary: "second", year: 2001 });
    const undone = await undo(changeOf(changed));
    expect(undone).toMatchObject({ status: 200, body: { undone: 1, kept: [] } });
    expect((await server.call("GET", url, { token: stocker })).record).toMatchObject({
      summary: "first",
      year: 1998,
    });
    await undo(changeOf(undone));
    expect((await server.call("GET", url, { token: stocker })).record).toMatchObject({
      summary: "second",
      year: 2001,
    });
    const removed = await remove();
    expect((await undo(changeOf(removed))).status).toBe(200);
    expect((await server.call("GET", url, { token: stocker })).record.summary).toBe("second");
    const values = {
      title: "Undone",
      genre: "novel",
      year: 1998,
      available: true,
      subject: book.subject ?? null,
    };
    const made = await server.call("POST", "/api/rest/books", { token: stocker, body: values });
    expect((await undo(changeOf(made))).status).toBe(200);
    expect((await server.call("GET", `/api/rest/books/${made.record._id}`, { token: stocker })).status).toBe(
      404,
    );
  });

  it("is refused where something newer stands in the way, and leaves other fields alone", async () => {
    const changed = await put({ summary: "second" });
    await put({ year: 2001 }, await server.as("director"));
    expect((await undo(changeOf(changed))).status).toBe(200);
    const again = await put({ summary: "third" });
    await put({ summary: "fourth" }, await server.as("director"));
    const refused = await undo(changeOf(again));
    expect(refused).toMatchObject({ status: 409, body: { errorCode: "NOT_UNDONE", undoable: 0 } });
    expect(refused.body).toMatchObject({
      kept: [
        {
          entity: "books",
          _id: book._id,
          title: book.title,
          reason: expect.stringMatching(/^Summary: .*last by Someone else at/),
        },
      ],
    });
    expect((await server.call("GET", url, { token: stocker })).record).toMatchObject({
      summary: "fourth",
      year: 2001,
    });
  });

  it("of a record that others refer to by now is refused, and says so", async () => {
    const values = {
      title: "Referred",
      genre: "novel",
      year: 1998,
      available: true,
      subject: book.subject ?? null,
    };
    const made = await server.call("POST", "/api/rest/books", { token: stocker, body: values });
    await makeLoan(server, { book: made.record._id ?? null });
    const refused = await undo(changeOf(made));
    expect(refused).toMatchObject({
      status: 409,
      body: { errorCode: "NOT_UNDONE", kept: [{ title: "Referred" }] },
    });
  });

  it("asks the rights of today: nobody undoes what they may not do", async () => {
    const changed = await put({ price: 9 });
    const shelver = await server.as("shelver");
    expect(await undo(changeOf(changed), shelver)).toMatchObject({
      status: 409,
      body: { errorCode: "NOT_UNDONE" },
    });
    expect((await undo(changeOf(changed), await server.as("lender"))).status).toBe(404);
    expect((await server.call("GET", url, { token: stocker })).record.price).toBe(9);
    expect((await undo("nothing")).status).toBe(404);
    expect((await server.call("POST", "/api/journal/undo", { token: stocker, body: {} })).status).toBe(400);
    expect(
      (await server.call("POST", "/api/journal/undo", { body: { changeId: changeOf(changed) } })).status,
    ).toBe(401);
  });

  it("does not bring a password back", async () => {
    const { _id } = await server.account({ role: "lender" });
    const director = await server.as("director");
    const changed = await server.call("PUT", `/api/rest/members/${_id}`, {
      token: director,
      body: { password: "another-one-22" },
    });
    const hash = (await server.store.read((view) => view.get("members", _id)))?.password;
    expect(await undo(changeOf(changed), director)).toMatchObject({ status: 409 });
    expect((await server.store.read((view) => view.get("members", _id)))?.password).toBe(hash);
  });
});

it("a change of more than 1,000 records is not undone in part, and says why", async () => {
  const own = await buildServer();
  const token = await own.as("stocker");
  const subject = await own.insert("subjects", { name: "First" });
  const name = (number: number) => `Made ${number}`;
  const make = async (count: number) => {
    const origin = systemOrigin(own.effects);
    await own.store.write(async (on) => {
      for (let number = 0; number < count; number += 1)
        await on.insert("subjects", { ...subject, _id: own.effects.newId(), name: name(number) }, []);
    }, origin);
    return origin.changeId;
  };
  const body = { changeId: await make(1001), rest: true };
  const refused = await own.call("POST", "/api/journal/undo", { token, body });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      errorCode: "NOT_UNDONE",
      message: "Too large to undo at once: more than 1000 records, or 10 MB of text",
    },
  });
  expect(await own.store.read((view) => view.count("subjects"))).toBe(1002);
  await own.close();
});

it("the rest of a change is undone in one transaction, however many records stand in the way", async () => {
  const origin = systemOrigin(server.effects);
  const first = await server.insert("subjects", { name: "First of all" });
  const made = ["kept 1", "free 1", "kept 2", "free 2"].map((name) => ({
    ...first,
    _id: server.effects.newId(),
    name,
  }));
  await server.store.write(async (on) => {
    for (const subject of made) await on.insert("subjects", subject, []);
  }, origin);
  for (const { _id, name } of made)
    if (name.startsWith("kept")) await makeBook(server, { title: `Of ${name}`, subject: _id });
  const before = await server.store.read((view) => view.journal({ limit: 1 }));
  expect(await undo(origin.changeId)).toMatchObject({
    status: 409,
    body: { undoable: 3, kept: [{ title: "kept 2" }] },
  });
  expect(await undo(origin.changeId, stocker, true)).toMatchObject({
    status: 200,
    body: { undone: 2, kept: [{ title: "kept 2" }, { title: "kept 1" }] },
  });
  const { entries } = await server.store.read((view) =>
    view.journal({ after: before.entries[0]?.position ?? 0, limit: 9 }),
  );
  expect(entries.map(({ kind, before }) => [kind, before.name])).toEqual([
    ["delete", "free 1"],
    ["delete", "free 2"],
  ]);
});
