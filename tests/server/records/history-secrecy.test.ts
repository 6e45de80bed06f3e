import { beforeEach, describe, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import type { HistoryAnswer, HistoryEntry } from "../../../src/wire/journal.ts";
import { SEEN_ACCOUNTS_HEADER } from "../../../src/wire/seen-accounts.ts";
import { buildLibrary, buildServer } from "../build-server.ts";
import { serveLibrary } from "../serve-library.ts";
import { bookRequests, changeOf } from "./book-requests.ts";
import { makeBook, makeLoan } from "./library-records.ts";

/** What history and undo must not tell of records, accounts and values. */
const { server, stocker } = await serveLibrary();
let book: RecordData & { _id: string };

beforeEach(async () => {
  book = await makeBook(server, { summary: "first" });
});

const { put, undo, history, entriesOf } = bookRequests(server, stocker, () => book);

// biome-ignore lint/suspicious/noExplicitAny: tests reach into written JSON
type Written = any;

describe("history", () => {
  it("tells nothing of an account of a hidden role, not when it was deleted, nor which changes were its", async () => {
    const [director, keeper] = [await server.as("director"), await server.as("keeper")];
    const [hidden, open] = [
      await server.account({ role: "director" }),
      await server.account({ role: "stocker" }),
    ];
    for (const { token } of [hidden, open]) await put({ summary: token }, token);
    const told = async (token: string) => (await entriesOf(book._id, token)).slice(0, 2).map(({ by }) => by);
    const by = async (id: string, token: string) => (await history(`by=${id}`, token)).body.entries.length;
    const whenStored = [await told(keeper), await by(hidden._id, keeper), await by(open._id, keeper)];
    expect(whenStored).toEqual([[open.username, null], 0, 1]);
    for (const { _id } of [hidden, open])
      await server.call("DELETE", `/api/rest/members/${_id}`, { token: director });
    expect([await told(keeper), await by(hidden._id, keeper), await by(open._id, keeper)]).toEqual(
      whenStored,
    );
    expect([await told(director), await by(hidden._id, director)]).toEqual([
      [open.username, hidden.username],
      1,
    ]);
    // Whether it was hidden is not known any more.
    for (const { _id } of [hidden, open])
      await server.call("POST", "/api/journal/purge", { token: director, body: { entity: "members", _id } });
    expect([await told(keeper), await by(open._id, keeper)]).toEqual([[null, null], 0]);
    expect(await told(director)).toEqual([open.username, hidden.username]);
  });
});

const ANY = { "if-match": "*" };

/** All places that tell who did something. */
describe("an account", () => {
  /** How a reader meets another account that has changed and deleted books, everywhere. */
  async function met(by: string, reader: string): Promise<readonly (string | null)[]> {
    const own = await makeBook(server, { summary: "first" });
    const url = `/api/rest/books/${own._id}`;
    const write = (body: RecordData, token: string, headers = {}) =>
      server.call("PUT", url, { token, body, headers });
    const earlier = await write({ summary: "second" }, await server.as("stocker"));
    await write({ summary: "third" }, by);
    const named = async (path: string, of: (body: Written) => Written) => {
      const { body, headers } = await server.call("GET", path, { token: reader });
      const { updatedBy, updatedById } = of(body);
      const told = headers[SEEN_ACCOUNTS_HEADER];
      expect(updatedBy).toBe((await server.call("GET", url, { token: by })).record.updatedBy);
      return told === undefined || String(told).split(",").includes(updatedById) ? updatedBy : null;
    };
    const said = ({ message }: Written) =>
      String(message).startsWith("Someone else changed") ? null : String(message).split(" changed")[0];
    const seen = [
      await named(url, (body) => body),
      await named(
        `/api/rest/books?nameQuery=${encodeURIComponent(String(own.title))}`,
        (body) => body.books[0],
      ),
      (await entriesOf(own._id, reader))[0]?.by,
      said((await write({ summary: "mine" }, reader, { "if-match": '"2"' })).body),
      said((await write({ summary: "mine", updatedAt: own.updatedAt ?? null }, reader, ANY)).body),
      said(
        (
          await server.call("DELETE", url, {
            token: reader,
            body: { updatedAt: own.updatedAt },
            headers: ANY,
          })
        ).body,
      ),
    ];
    const { body } = await undo(changeOf(earlier), reader);
    const reason = String((body as Written).kept[0].reason);
    const last = / last by (Someone else|\S+) at /.exec(reason)?.[1];
    expect(last).toBeDefined();
    seen.push(last === "Someone else" ? null : String(last));
    await server.call("DELETE", url, { token: by });
    const bin = await server.call<Written>("GET", "/api/journal/bin?entity=books", { token: reader });
    seen.push(bin.body.records.find((one: Written) => one._id === own._id).deletedBy);
    return seen as (string | null)[];
  }
  const everywhere = (name: string | null) => Array.from({ length: 8 }, () => name);

  it("is named to those who may view its record, and to itself; to all others it is the system", async () => {
    const open = await server.account({ role: "stocker", username: "open-one" });
    const hidden = await server.account({ role: "director", username: "hidden-one" });
    const [keeper, director] = [await server.as("keeper"), await server.as("director")];
    expect(await met(open.token, stocker)).toEqual(everywhere(null));
    expect(await met(hidden.token, stocker)).toEqual(everywhere(null));
    expect(await met(open.token, open.token)).toEqual(everywhere("open-one"));
    expect(await met(open.token, keeper)).toEqual(everywhere("open-one"));
    expect(await met(hidden.token, keeper)).toEqual(everywhere(null));
    expect(await met(hidden.token, director)).toEqual(everywhere("hidden-one"));
  });
});

describe("undo", () => {
  it("tells nothing of records that one may not see, and leaves them as they are", async () => {
    const [reader, other] = [
      await server.account({ role: "reader" }),
      await server.account({ role: "reader" }),
    ];
    const [own, theirs] = [
      await makeLoan(server, { member: reader._id }),
      await makeLoan(server, { member: other._id }),
    ];
    const changeId = server.effects.newId();
    const at = new Date().toISOString();
    const origin = { changeId, at, account: null, requestId: null, config: null };
    const changed = { renewals: 3, updatedAt: at, updatedBy: null, updatedById: null };
    await server.store.write(async (transaction) => {
      for (const { _id } of [own, theirs]) await transaction.update("loans", _id, changed, [], at);
    }, origin);
    const renewals = async ({ _id }: { _id: string }) =>
      (await server.store.read((view) => view.get("loans", _id)))?.renewals;
    const refused = await undo(changeId, reader.token);
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/records that you may not see/), kept: [], undoable: 1 },
    });
    expect(refused.text).not.toMatch(new RegExp(`${theirs._id}|${theirs.number}`));
    expect([await renewals(own), await renewals(theirs)]).toEqual([3, 3]);
    const rest = await undo(changeId, reader.token, true);
    expect([rest.status, rest.body]).toEqual([200, { undone: 1, kept: [], notRestored: [] }]);
    expect([await renewals(own), await renewals(theirs)]).toEqual([0, 3]);
    const stranger = await server.account({ role: "reader" });
    expect((await undo(changeId, stranger.token)).status).toBe(404);
  });

  it("tells nobody of an account of a hidden role", async () => {
    const hidden = await server.account({ role: "director" });
    const changed = await server.call("PUT", `/api/rest/members/${hidden._id}`, {
      token: await server.as("director"),
      body: { password: "another-one-22" },
    });
    expect((await undo(changeOf(changed), await server.as("keeper"))).status).toBe(404);
  });
});

it("tells nothing of what a field held before it became secret: not to read, to restore, to undo", async () => {
  const config = (code: object) => ({
    "entities/books.json": (json: Written) => {
      json.schema.properties.code = { type: "string", title: "Code", ...code };
    },
  });
  const own = await buildServer({ config: config({}) });
  const token = await own.as("stocker");
  const { _id } = await makeBook(own, { code: "hush-1" });
  const write = (body: RecordData) => own.call("PUT", `/api/rest/books/${_id}`, { token, body });
  const alone = await write({ code: "hush-2" });
  const long = await write({ code: `hush-3${"x".repeat(9000)}` });
  const both = await write({ code: "hush-4", summary: "second" });
  const runtime = await buildLibrary({ config: config({ writeOnly: true }) });
  await own.store.applyShapes(runtime.tables);
  own.holder.current = runtime;
  await write({ summary: "third" });
  await write({ summary: "second" });
  const code = async () => (await own.store.read((view) => view.get("books", _id)))?.code;
  const answers: string[] = [];
  const call = async (method: string, url: string, body?: object) => {
    const answer = await own.call(method, url, { token, ...(body === undefined ? {} : { body }) });
    answers.push(answer.text);
    return answer;
  };
  const entries = async () =>
    ((await call("GET", `/api/journal?entity=books&id=${_id}`)).body as HistoryAnswer)
      .entries as HistoryEntry[];
  const listed = (await entries()).filter(({ fields }) => fields.some(({ field }) => field === "code"));
  expect(listed).toHaveLength(4);
  for (const { position, fields } of listed) {
    const whole = await call("GET", `/api/journal/${position}`);
    for (const told of [fields, (whole.body as HistoryEntry).fields])
      expect(told).toContainEqual({ field: "code", secret: true });
  }
  expect(listed.map(({ undoable }) => undoable === true)).toEqual([true, false, false, true]);
  const undone = (change: typeof alone) => call("POST", "/api/journal/undo", { changeId: changeOf(change) });
  for (const change of [alone, long])
    expect(await undone(change)).toMatchObject({
      status: 409,
      body: { kept: [{ reason: "A password is not changed back" }] },
    });
  expect((await undone(both)).status).toBe(200);
  expect(await code()).toBe("hush-4");
  const removed = await call("DELETE", `/api/rest/books/${_id}`);
  await entries();
  await call("GET", "/api/journal/bin?entity=books");
  expect((await undone(removed)).status).toBe(200);
  expect(await code()).toBeNull();
  await call("DELETE", `/api/rest/books/${_id}`);
  expect((await call("POST", "/api/journal/restore", { entity: "books", _id })).status).toBe(200);
  expect(answers.join()).not.toContain("hush");
  await own.close();
});
