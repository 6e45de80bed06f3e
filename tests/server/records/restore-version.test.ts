import { beforeEach, describe, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import type { HistoryAnswer } from "../../../src/wire/journal.ts";
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

const { put, remove, undo, restore, history, entriesOf } = bookRequests(server, stocker, () => book);

describe("an earlier version", () => {
  const restoreAt = (position: number | undefined, token = stocker, headers = {}) =>
    server.call("POST", "/api/journal/restore", {
      token,
      headers,
      body: { entity: "books", _id: book._id, position },
    });
  const positionOf = async (summary: string) =>
    (await entriesOf()).find(
      ({ kind, fields }) => kind === "update" && fields.some(({ now }) => now === summary),
    )?.position;

  it("is what the whole record becomes again, in one change that can be undone", async () => {
    await put({ summary: "second", year: 2001 });
    await put({ note: `<p>${"long ".repeat(2000)}</p>`, year: 2002 });
    await put({ note: "<p>short</p>", genre: "history" });
    await remove();
    await restore();
    await put({ summary: "third" });
    const at = await positionOf("second");
    const restored = await restoreAt(at);
    expect(restored).toMatchObject({ status: 200, body: { notRestored: [] }, headers: { etag: '"7"' } });
    const now = async () => (await server.call("GET", url, { token: stocker })).record;
    expect(await now()).toMatchObject({ summary: "second", year: 2001, genre: "novel", note: book.note });
    const [entry] = await entriesOf();
    expect([entry?.kind, entry?.fields.map(({ field }) => field).sort()]).toEqual([
      "update",
      ["genre", "note", "summary", "year"],
    ]);
    await undo(changeOf(restored));
    expect(await now()).toMatchObject({
      summary: "third",
      year: 2002,
      genre: "history",
      note: "<p>short</p>",
    });
    const long = (await entriesOf()).find(({ version }) => version === 3)?.position;
    await restoreAt(long);
    expect((await now()).note).toContain("long long");
    // It is so already: nothing is written.
    const count = (await entriesOf()).length;
    expect((await restoreAt((await entriesOf())[0]?.position)).status).toBe(200);
    expect(await entriesOf()).toHaveLength(count);
  });

  it("is found behind more changes than are read at once", async () => {
    await put({ summary: "second", year: 2001 });
    const at = await positionOf("second");
    for (let n = 0; n < 120; n += 1) await put({ summary: `later ${n}`, year: 2002 });
    expect((await restoreAt(at)).status).toBe(200);
    const { record } = await server.call("GET", url, { token: stocker });
    expect(record).toMatchObject({ summary: "second", year: 2001 });
  });

  it("keeps what one may not change, and says so; what one may not see is not spoken of", async () => {
    const config = {
      "entities/books.json": (json: { rights: { fields: Record<string, object> } }) => {
        json.rights.fields.summary = { edit: "staffing" };
      },
    };
    const own = await buildServer({ config });
    const [token, keeper] = [await own.as("stocker"), await own.as("keeper")];
    const made = await makeBook(own, { year: 1998 });
    const at = `/api/rest/books/${made._id}`;
    await own.call("PUT", at, { token: keeper, body: { year: 2001, summary: "second" } });
    const found = await own.store.read((view) => view.journal({ table: "books", _id: made._id, limit: 9 }));
    const body = { entity: "books", _id: made._id, position: found.entries.at(-1)?.position };
    const restored = await own.call("POST", "/api/journal/restore", { token, body });
    expect(restored.body).toMatchObject({
      record: { year: 1998, summary: "second" },
      notRestored: ["Not restored, since you may not change it: Summary"],
    });
    await own.close();
  });

  it("of an account leaves its password, and says so", async () => {
    const director = await server.as("director");
    const { _id } = await server.account({ role: "lender" });
    const at = `/api/rest/members/${_id}`;
    await server.call("PUT", at, { token: director, body: { role: "stocker", password: "another-one-22" } });
    const hash = (await server.store.read((view) => view.get("members", _id)))?.password;
    const entries = (await history(`entity=members&id=${_id}`, director)).body as HistoryAnswer;
    const body = { entity: "members", _id, position: entries.entries.at(-1)?.position };
    const restored = await server.call("POST", "/api/journal/restore", { token: director, body });
    expect(restored.body).toMatchObject({ notRestored: ["Password stays as it is"] });
    const stored = await server.store.read((view) => view.get("members", _id));
    expect(stored).toMatchObject({ role: "lender", password: hash });
  });

  it("is refused by the rules and rights of today, and where somebody has changed the record since it was seen", async () => {
    const subject = await makeSubject(server);
    const first = (await entriesOf())[0]?.position;
    await put({ subject: subject._id });
    const at = (await entriesOf())[0]?.position;
    await put({ subject: book.subject ?? null, summary: "second" });
    await server.call("DELETE", `/api/rest/subjects/${subject._id}`, { token: stocker });
    expect(await restoreAt(at)).toMatchObject({ status: 400, body: { errors: [{ path: "/subject" }] } });
    expect((await restoreAt(first, stocker, { "if-match": '"2"' })).body).toMatchObject({
      errorCode: "STALE",
    });
    expect((await restoreAt(first, await server.as("lender"))).status).toBe(404);
    const other = await makeBook(server);
    const [foreign] = await entriesOf(other._id);
    for (const none of [foreign?.position, 0, 10 ** 9]) expect((await restoreAt(none)).status).toBe(404);
    expect((await restoreAt(first, stocker, { "if-match": '"3"' })).status).toBe(200);
    await remove();
    expect((await restoreAt(first)).status).toBe(404);
  });
});
