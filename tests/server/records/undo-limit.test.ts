import { expect, it } from "vitest";
import { makeRouteTable } from "../../../src/server/http/route-table.ts";
import { historyRoutes } from "../../../src/server/records/history/history-routes.ts";
import { CHANGE_ID_HEADER } from "../../../src/wire/change-id.ts";
import { buildServer } from "../build-server.ts";
import { makeBook } from "./library-records.ts";

it("an undo that would write too much at once is refused, and changes nothing", async () => {
  const server = await buildServer();
  const { holder, effects } = server;
  const token = await server.as("stocker");
  const book = await makeBook(server, { summary: "a".repeat(900) });
  const removed = await server.call("DELETE", `/api/rest/books/${book._id}`, { token });
  const changeId = String(removed.headers[CHANGE_ID_HEADER]);
  const undo = () => server.call("POST", "/api/journal/undo", { token, body: { changeId } });
  const { current } = holder;
  const all = current.entities.get("books");
  if (all === undefined) throw new Error("no books");
  const atMost = (length: number) => ({
    ...current,
    routes: makeRouteTable(historyRoutes(all, { effects }, length)),
  });
  holder.current = atMost(900);
  const refused = await undo();
  expect([refused.status, refused.error.errorCode]).toEqual([409, "NOT_UNDONE"]);
  expect(refused.error.message).toMatch(/0\.0009/);
  expect(await server.store.read((view) => view.get("books", book._id))).toBeUndefined();
  holder.current = atMost(9_000);
  expect((await undo()).status).toBe(200);
  expect(server.log).toEqual([]);
  await server.close();
});
