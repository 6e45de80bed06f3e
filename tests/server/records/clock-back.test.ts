import { afterEach, expect, it } from "vitest";
import type { HistoryAnswer } from "../../../src/wire/journal.ts";
import { buildServer, type TestServer } from "../build-server.ts";

const HOUR = 3_600_000;

let server: TestServer;
afterEach(() => server.close());

it.each(["sqlite", "postgres"] as const)(
  "a clock that is set back takes no session and no order away (%s)",
  async (engine) => {
    server = await buildServer({ engine });
    const { token } = await server.account({ role: "director", username: "anna" });
    const ask = (method: string, path: string, body?: object) =>
      server.call(method, `/api/rest${path}`, { token, ...(body === undefined ? {} : { body }) });
    const create = async (name: string) => (await ask("POST", "/subjects", { name })).record;
    const first = await create("First");

    server.advance(-48 * HOUR);
    await create("Second");
    // `updatedAt` names a version: the next one is later, and the one before is stale.
    const path = `/subjects/${first._id}`;
    const changed = await ask("PUT", path, { name: "First again", updatedAt: first.updatedAt });
    expect(changed.status).toBe(200);
    expect(Date.parse(String(changed.record.updatedAt))).toBeGreaterThan(Date.parse(String(first.updatedAt)));
    const stale = await ask("PUT", path, { name: "Stale", updatedAt: first.updatedAt });
    expect([stale.status, stale.error.errorCode]).toEqual([409, "STALE"]);
    // The journal is in the order of what was done.
    const { body } = await server.call<HistoryAnswer>("GET", "/api/journal?limit=3", { token });
    expect(body.entries.map(({ kind }) => kind)).toEqual(["update", "create", "create"]);
    const [last = 0, middle = 0, before = 0] = body.entries.map(({ position }) => position);
    expect([last - middle, middle - before]).toEqual([1, 1]);
    // A session made by the wrong clock ends no later than it would have, once that is right again; the other one goes on.
    const later = await server.account({ role: "director", username: "berta" });
    const status = async (of: string) =>
      (await server.call("GET", "/api/rest/subjects", { token: of })).status;
    expect([await status(token), await status(later.token)]).toEqual([200, 200]);
    server.advance(48 * HOUR);
    expect(await status(token)).toBe(200);
    expect(await status(later.token)).toBe(401);
    expect((await ask("PUT", path, { name: "Third", updatedAt: changed.record.updatedAt })).status).toBe(200);
    expect(server.log).toEqual([]);
  },
);
