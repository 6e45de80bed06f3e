import { beforeEach, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import type { BinAnswer } from "../../../src/wire/journal.ts";
import { buildServer } from "../build-server.ts";
import { serveLibrary } from "../serve-library.ts";
import { bookRequests, changeOf } from "./book-requests.ts";
import { makeBook } from "./library-records.ts";

const { server, stocker } = await serveLibrary();
let book: RecordData & { _id: string };
let deletion: string;

const remove = async (entity: string, id: string, token = stocker) =>
  changeOf(await server.call("DELETE", `/api/rest/${entity}/${id}`, { token }));
beforeEach(async () => {
  book = await makeBook(server, { summary: "a secret plan" });
  deletion = await remove("books", book._id);
});

const purge = (body: object, token = stocker) =>
  server.call("POST", "/api/journal/purge", { token, body: { entity: "books", ...body } });
const bin = async (entity = "books", token = stocker) =>
  (await server.call<BinAnswer>("GET", `/api/journal/bin?entity=${entity}&limit=100`, { token })).body
    .records;
const { history, undo, restore } = bookRequests(server, stocker, () => book);

it("deletes a record for good: its entries stay, without values, and nothing brings it back", async () => {
  const answer = await purge({ _id: book._id });
  expect([answer.status, answer.body]).toEqual([200, { purged: 1 }]);
  expect((await bin()).map(({ _id }) => _id)).not.toContain(book._id);
  const { body, text } = await history(`entity=books&id=${book._id}`);
  expect(body.entries).toMatchObject([
    { kind: "purge", by: "the-stocker", title: book._id, fields: [] },
    { kind: "delete", fields: [] },
    { kind: "create", fields: [] },
  ]);
  expect(text).not.toMatch(new RegExp(`secret plan|${book.title}`));
  expect((await restore()).status).toBe(404);
  expect((await undo(deletion)).status).toBe(409);
  expect(await undo(changeOf(answer))).toMatchObject({
    status: 409,
    body: { kept: [{ reason: "What was deleted for good cannot be brought back" }] },
  });
  expect((await purge({ _id: book._id })).status).toBe(404);
});

it("asks who may delete such a record, and touches none that is there", async () => {
  const stored = await makeBook(server);
  expect((await purge({ _id: stored._id })).status).toBe(404);
  for (const role of ["shelver", "lender"])
    expect((await purge({ _id: book._id }, await server.as(role))).status).toBe(403);
  expect((await purge({ entity: "nothing", _id: book._id })).status).toBe(404);
  for (const body of [{}, { upTo: "9" }, { _id: 5 }, { _id: 5, upTo: 9 }])
    expect((await purge(body)).status).toBe(400);
  expect((await bin()).map(({ _id }) => _id)).toContain(book._id);
});

it("empties the bin of an entity up to what was seen, and no further", async () => {
  const [latest] = await bin();
  const later = await makeBook(server);
  await remove("books", later._id);
  const before = (await bin()).length;
  expect((await purge({ upTo: latest?.position })).body).toEqual({ purged: before - 1 });
  expect((await bin()).map(({ _id }) => _id)).toEqual([later._id]);
});

it("leaves out what one may not see, whose entries are nobody's business afterwards", async () => {
  const director = await server.as("director");
  const keeper = await server.as("keeper");
  const [hidden, open] = [
    await server.account({ role: "director" }),
    await server.account({ role: "lender" }),
  ];
  for (const { _id } of [hidden, open]) await remove("members", _id, director);
  const all = { entity: "members", upTo: 2 ** 40 };
  expect((await purge({ entity: "members", _id: hidden._id }, keeper)).status).toBe(404);
  expect((await purge(all, keeper)).body).toEqual({ purged: 1 });
  expect((await bin("members", director)).map(({ _id }) => _id)).toEqual([hidden._id]);
  expect((await purge(all, director)).body).toEqual({ purged: 1 });
  for (const { _id } of [hidden, open]) {
    expect((await history(`entity=members&id=${_id}`, keeper)).status).toBe(404);
    expect((await history(`entity=members&id=${_id}`, director)).body.entries).toHaveLength(3);
  }
});

it("offers to restore what the account may delete, and refuses what is not offered", async () => {
  const opened = await buildServer({
    config: {
      "entities/books.json": (json) => {
        const filter = [{ field: "genre", op: "eq", value: "novel" }];
        json.rights.records = [{ permission: "stock", unless: "lending", filter, to: ["delete"] }];
      },
    },
  });
  const [director, token] = [await opened.as("director"), await opened.as("stocker")];
  const [own, other] = [
    await makeBook(opened, { genre: "novel" }),
    await makeBook(opened, { genre: "history" }),
  ];
  for (const { _id } of [own, other])
    expect((await opened.call("DELETE", `/api/rest/books/${_id}`, { token: director })).status).toBe(200);
  const { body } = await opened.call<BinAnswer>("GET", "/api/journal/bin?entity=books", { token });
  expect(body.records.map(({ _id, restorable }) => [_id, restorable])).toEqual([
    [other._id, undefined],
    [own._id, true],
  ]);
  const restore = (_id: string) =>
    opened.call("POST", "/api/journal/restore", { token, body: { entity: "books", _id } });
  expect([(await restore(other._id)).status, (await restore(own._id)).status]).toEqual([403, 200]);
  await opened.close();
});

it("refuses what the entity's own rules refuse to delete, and does not offer it", async () => {
  const [director, keeper] = [await server.as("director"), await server.as("keeper")];
  const { _id } = await server.account({ role: "shelver" });
  expect((await server.call("DELETE", `/api/rest/members/${_id}`, { token: keeper })).status).toBe(403);
  await remove("members", _id, director);
  const offered = async (token: string) =>
    (await bin("members", token)).filter((one) => one._id === _id).map(({ purgeable }) => purgeable);
  expect([await offered(keeper), await offered(director)]).toEqual([[undefined], [true]]);
  expect((await purge({ entity: "members", _id }, keeper)).status).toBe(403);
  expect((await purge({ entity: "members", upTo: 2 ** 40 }, keeper)).body).toEqual({ purged: 0 });
  expect((await purge({ entity: "members", _id }, director)).status).toBe(200);
});
