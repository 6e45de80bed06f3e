import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRouteTable } from "../../../src/server/http/route-table.ts";
import { historyRoutes } from "../../../src/server/records/history/history-routes.ts";
import { CHANGE_ID_HEADER } from "../../../src/wire/change-id.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook, makeSubject } from "./library-records.ts";

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await buildServer();
  token = await server.as("stocker");
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

/** From now on, so many bytes are written at once. */
function allow(maxBytes: number): void {
  const { holder, effects } = server;
  const books = holder.current.entities.get("books");
  if (books === undefined) throw new Error("no books");
  holder.current = {
    ...holder.current,
    routes: makeRouteTable(historyRoutes(books, { effects }, maxBytes)),
  };
}

const get = (entity: string, id: string) => server.store.read((view) => view.get(entity, id));
const LONG = { summary: "界".repeat(300) };

it("an undo that would write too much at once is refused, and changes nothing", async () => {
  const book = await makeBook(server, LONG);
  const { current } = server.holder;
  const removed = await server.call("DELETE", `/api/rest/books/${book._id}`, { token });
  const changeId = String(removed.headers[CHANGE_ID_HEADER]);
  const undo = () => server.call("POST", "/api/journal/undo", { token, body: { changeId } });
  // More characters than it has, and fewer bytes.
  allow(900);
  const refused = await undo();
  expect([refused.status, refused.error.errorCode]).toEqual([409, "NOT_UNDONE"]);
  expect(refused.error.message).toMatch(/0\.0009/);
  expect(await get("books", book._id)).toBeUndefined();
  allow(9_000);
  expect((await undo()).status).toBe(200);
  server.holder.current = current;
});

it("nor is what refers to a record moved, where that is too much at once", async () => {
  const [from, to] = [await makeSubject(server), await makeSubject(server)];
  const books = [
    await makeBook(server, { ...LONG, subject: from._id }),
    await makeBook(server, { ...LONG, subject: from._id }),
  ];
  const body = { entity: "subjects", _id: from._id, to: to._id };
  const move = () => server.call("POST", "/api/journal/move", { token, body });
  allow(1_900);
  const refused = await move();
  expect([refused.status, refused.error.errorCode]).toEqual([409, "NOT_MOVED"]);
  expect(refused.error.message).toBe(
    "What refers to it has more than 0.0019 MB of text: too much to move at once",
  );
  for (const { _id } of books) expect(await get("books", _id)).toMatchObject({ subject: from._id });
  expect(await get("subjects", from._id)).toBeDefined();
  allow(9_000);
  expect((await move()).status).toBe(200);
  for (const { _id } of books) expect(await get("books", _id)).toMatchObject({ subject: to._id });
});
