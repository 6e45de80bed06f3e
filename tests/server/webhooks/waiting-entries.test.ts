import { afterAll, beforeAll, expect, it } from "vitest";
import type { WebhookChange } from "../../../src/model/webhook.ts";
import { lastPosition } from "../../../src/server/live/change-batch.ts";
import { countWaiting, nextEntries } from "../../../src/server/webhooks/waiting-entries.ts";
import type { Webhook } from "../../../src/server/webhooks/webhook.ts";
import { buildServer, type TestServer } from "../build-server.ts";

let server: TestServer;
/** Of the first entry, which creates the subject; 2,000 changes of it follow. */
let first: number;
let last: number;

beforeAll(async () => {
  server = await buildServer({ writesOnce: true });
  const subject = await server.insert("subjects", { name: "Maps" });
  first = await lastPosition(server.store);
  await rename(subject._id, 1_999);
  await server.insert("books", { title: "A" });
  await rename(subject._id, 1);
  last = await lastPosition(server.store);
});
afterAll(() => server.close());

function rename(id: string, times: number): Promise<void> {
  const by = { updatedBy: null, updatedById: null };
  return server.store.write(async (transaction) => {
    for (let count = 0; count < times; count += 1) {
      const updatedAt = new Date(count).toISOString();
      await transaction.update("subjects", id, { name: `Maps ${count}`, updatedAt, ...by }, [], updatedAt);
    }
  });
}

const webhook = (entity: string, ...on: readonly WebhookChange[]): Webhook => ({
  id: "hook",
  entity,
  url: new URL("https://a.test"),
  on: new Set(on),
  fields: undefined,
});

it("what waits is counted up to a thousand", async () => {
  const waiting = (after: number) => countWaiting(server.store, webhook("subjects", "update"), after);
  expect(await waiting(last)).toEqual({ waiting: 0 });
  expect(await waiting(last - 1)).toEqual({ waiting: 1 });
  // One of these is of a book.
  expect(await waiting(last - 61)).toEqual({ waiting: 60 });
  expect(await waiting(last - 1_000)).toEqual({ waiting: 999 });
  expect(await waiting(last - 1_001)).toEqual({ waiting: 1_000, waitingIsMore: true });
  expect(await waiting(first)).toEqual({ waiting: 1_000, waitingIsMore: true });
});

it("where little of much is told, no more than forty pages are counted", async () => {
  const waiting = (after: number) => countWaiting(server.store, webhook("subjects", "create"), after);
  expect(await waiting(first + 1)).toEqual({ waiting: 0 });
  expect(await waiting(first)).toEqual({ waiting: 0, waitingIsMore: true });
});

it("the next entries are the oldest, a few of many", async () => {
  const next = async (one: Webhook, after: number) => {
    const { entries, until } = await nextEntries(server.store, one, after, last);
    return [entries.map(({ position }) => position - first), until - first];
  };
  const changes = webhook("subjects", "update");
  expect(await next(changes, first)).toEqual([Array.from({ length: 20 }, (_, at) => at + 1), 20]);
  expect(await next(changes, last - 3)).toEqual([[1_999, 2_001], 2_001]);
  expect(await next(webhook("subjects", "create"), first - 1)).toEqual([[0], 19]);
  // A book among them is found at once, however far it is.
  expect(await next(webhook("books", "create"), first)).toEqual([[2_000], 2_000]);
  expect(await next(webhook("subjects", "delete"), first)).toEqual([[], 2_001]);
  expect(await next(changes, last)).toEqual([[], 2_001]);
  expect(await next(changes, last + 5)).toEqual([[], 2_006]);
});
