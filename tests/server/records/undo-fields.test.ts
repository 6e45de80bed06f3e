import { beforeEach, describe, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import type { HistoryAnswer, HistoryEntry } from "../../../src/wire/journal.ts";
import { buildServer } from "../build-server.ts";
import { serveLibrary } from "../serve-library.ts";
import { bookRequests, changeOf } from "./book-requests.ts";
import { makeBook, makeSubject } from "./library-records.ts";

const { server, stocker } = await serveLibrary();
let book: RecordData & { _id: string };
let url: string;

beforeEach(async () => {
  book = await makeBook(server, { summary: "first", price: 5 });
  url = `/api/rest/books/${book._id}`;
});

const { put, remove, undo, history, entriesOf } = bookRequests(server, stocker, () => book);

describe("undo of a change of one record", () => {
  it("says which fields were changed again, what the change made them and what they are, and undoes the others", async () => {
    const director = await server.as("director");
    const changed = await put({ summary: "second", year: 2001, genre: "history" });
    await put({ summary: "third", genre: "novel" }, director);
    const refused = await undo(changeOf(changed));
    const kept = {
      entity: "books",
      _id: book._id,
      title: book.title,
      // The genre is again what it was before: it stands in nobody's way.
      fields: [{ field: "summary", was: "second", now: "third" }],
      partly: true,
      reason: expect.stringMatching(/^Summary: changed again since/),
    };
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ errorCode: "NOT_UNDONE", undoable: 1, kept: [kept] });
    expect((await server.call("GET", url, { token: stocker })).record).toMatchObject({ year: 2001 });
    const rest = await undo(changeOf(changed), stocker, true);
    expect(rest).toMatchObject({ status: 200, body: { undone: 1, kept: [kept] } });
    expect((await server.call("GET", url, { token: stocker })).record).toMatchObject({
      summary: "third",
      year: 1998,
      genre: "novel",
    });
    const [entry] = await entriesOf();
    expect(entry).toMatchObject({ by: "the-stocker", fields: [{ field: "year", was: 2001, now: 1998 }] });
    expect((await undo(changeOf(changed))).body).toMatchObject({ undoable: 0, kept: [{ _id: book._id }] });
  });

  it("names who changed the fields again, not who changed the record last", async () => {
    const changed = await put({ summary: "second" });
    await put({ summary: "third" });
    await put({ year: 2002 }, await server.as("director"));
    const { body } = await undo(changeOf(changed), await server.as("director"));
    expect(body).toMatchObject({ kept: [{ reason: expect.stringContaining("last by the-stocker at") }] });
  });

  it("does not tell long values that stand in the way", async () => {
    const changed = await put({ summary: "x".repeat(5000) });
    await put({ summary: "third" });
    const { body } = await undo(changeOf(changed));
    expect(body).toMatchObject({ undoable: 0, kept: [{ fields: [{ field: "summary", long: true }] }] });
  });

  it("in part breaks no rule: where the rest alone is not valid, all is refused", async () => {
    const own = await buildServer({
      config: {
        "entities/books.json": (json) => {
          const { summary } = json.schema.properties;
          summary.conditions = [{ when: { field: "year", is: 1998 }, require: true }];
          summary.messages = { ...summary.messages, required: "Sum it up" };
        },
      },
    });
    const token = await own.as("stocker");
    const { _id } = await makeBook(own, { summary: "first", year: 2001 });
    const write = (body: RecordData) => own.call("PUT", `/api/rest/books/${_id}`, { token, body });
    await write({ year: 1998 });
    const changed = await write({ year: 2001, summary: "second" });
    await write({ summary: null });
    const body = { changeId: changeOf(changed), rest: true };
    const refused = await own.call("POST", "/api/journal/undo", { token, body });
    expect(refused.body).toMatchObject({ errorCode: "NOT_UNDONE", undoable: 0, kept: [{ _id }] });
    expect((await own.store.read((view) => view.get("books", _id)))?.year).toBe(2001);
    await own.close();
  });

  it("in part is refused where another record has what the rest would be, and told once", async () => {
    const changed = await put({ title: "Renamed", summary: "second" });
    await put({ summary: "third" });
    await makeBook(server, { title: book.title });
    const refused = await undo(changeOf(changed), stocker, true);
    // Once: a list of one.
    const kept = [{ title: "Renamed", reason: expect.stringContaining("There is a book called") }];
    expect(refused).toMatchObject({ status: 409, body: { errorCode: "NOT_UNDONE", kept } });
    expect((await server.call("GET", url, { token: stocker })).record).toMatchObject({
      title: "Renamed",
      summary: "third",
    });
  });

  it("is known as such, and entries of one change say how many records it was of, by the names of records that are gone", async () => {
    const [subject, other] = [await makeSubject(server), await makeSubject(server)];
    const changed = await put({ subject: subject._id });
    const plain = (await entriesOf())[0];
    expect(plain).toMatchObject({ names: { [subject._id]: subject.name } });
    expect(plain).not.toHaveProperty("undoes");
    expect(plain).not.toHaveProperty("together");
    await undo(changeOf(changed));
    expect((await entriesOf())[0]).toMatchObject({ kind: "update", undoes: changeOf(changed) });
    await put({ subject: subject._id });
    const body = { entity: "subjects", _id: subject._id, to: other._id };
    expect((await server.call("POST", "/api/journal/move", { token: stocker, body })).status).toBe(200);
    expect((await entriesOf())[0]).toMatchObject({
      together: 2,
      names: { [subject._id]: subject.name, [other._id]: other.name },
    });
  });

  it("is offered to whose rights let it be, of what is there", async () => {
    const offered = async (token = stocker, id = book._id, entity = "books") => {
      const { body } = await history(`entity=${entity}&id=${id}`, token);
      return ((body as HistoryAnswer).entries as HistoryEntry[]).map(({ undoable }) => undoable === true);
    };
    const [shelver, director] = [await server.as("shelver"), await server.as("director")];
    await put({ available: false });
    await put({ price: 9 });
    expect(await offered()).toEqual([true, true, true]);
    expect(await offered(shelver)).toEqual([false, true, false]);
    await remove();
    expect(await offered()).toEqual([true, false, false, false]);
    expect(await offered(shelver)).toEqual([false, false, false, false]);
    const sample = await server.insert("books", {
      ...book,
      _id: "sample",
      title: "Sample",
      isProtected: true,
    });
    expect(await offered(director, sample._id)).toEqual([false]);
    const { _id } = await server.account({ role: "lender" });
    await server.call("PUT", `/api/rest/members/${_id}`, {
      token: director,
      body: { password: "another-one-22" },
    });
    expect(await offered(director, _id, "members")).toEqual([false, true]);
  });
});
