import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WebhookChange } from "../../../src/model/webhook.ts";
import type { JournalEntry } from "../../../src/server/store/journal.ts";
import { isToldOf, type Webhook } from "../../../src/server/webhooks/webhook.ts";
import {
  beginProgress,
  forgetBackoff,
  forgetOtherWebhooks,
  keepTold,
  readProgress,
  skipTo,
  takeLease,
  waitBefore,
} from "../../../src/server/webhooks/webhook-progress.ts";
import { buildServer, type TestServer } from "../build-server.ts";

const NOW = 1_000_000;

it.each([
  ["nothing keeps it", {}, 0],
  ["until its next try", { nextTry: NOW + 5 }, 5],
  ["whose time has come", { nextTry: NOW }, 0],
  ["for an hour at most", { nextTry: NOW + 3_600_000 }, 3_600_000],
  ["a later time is by a wrong clock", { nextTry: NOW + 3_600_001 }, 0],
  ["while another sends", { lease: { by: "other", until: NOW + 30_000 } }, 30_000],
  [
    "while another sends whose clock is half a minute ahead",
    { lease: { by: "other", until: NOW + 60_000 } },
    60_000,
  ],
  ["a longer lease is by a wrong clock", { lease: { by: "other", until: NOW + 60_001 } }, 0],
  ["not for its own lease", { lease: { by: "own", until: NOW + 30_000 } }, 0],
  ["for the longer of both", { nextTry: NOW + 7, lease: { by: "other", until: NOW + 9 } }, 9],
])("a webhook waits: %s", (_, known, milliseconds) => {
  expect(waitBefore({ position: 0, failures: 0, ...known }, NOW, "own")).toBe(milliseconds);
});

describe("how far a webhook is", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await buildServer();
  });
  afterAll(() => server.close());
  const read = (id = "hook") => server.store.read((view) => readProgress(view, id));

  it("begins where it was first known, and is sent by one at a time", async () => {
    const { store } = server;
    expect(await beginProgress(store, "hook", 5)).toEqual({ position: 5, failures: 0 });
    expect(await beginProgress(store, "hook", 9)).toEqual({ position: 5, failures: 0 });
    const lease = { by: "own", until: NOW + 30_000 };
    expect(await takeLease(store, "hook", NOW, "own")).toEqual({ position: 5, failures: 0, lease });
    expect(await takeLease(store, "hook", NOW, "other")).toBeUndefined();
    const ended = { kind: "ended", position: 3 } as const;
    expect(await keepTold(store, "hook", ended, NOW, "other")).toBeUndefined();
    await skipTo(store, "hook", 20);
    expect(await read()).toEqual({ position: 5, failures: 0, lease });
    // It never goes back.
    expect(await keepTold(store, "hook", ended, NOW, "own")).toEqual({ position: 5, failures: 0 });
    await skipTo(store, "hook", 4);
    expect((await read())?.position).toBe(5);
    await skipTo(store, "hook", 6);
    expect((await read())?.position).toBe(6);
  });

  it("waits twice as long after each failure, until it is tried at once or delivered", async () => {
    const { store } = server;
    await beginProgress(store, "failing", 1);
    let now = NOW;
    const fail = async () => {
      await takeLease(store, "failing", now, "own");
      const known = await keepTold(store, "failing", { kind: "failed", status: 500 }, now, "own");
      const wait = (known?.nextTry ?? 0) - now;
      now += wait;
      return [known?.failures, wait, known?.lease];
    };
    expect([await fail(), await fail(), await fail()]).toEqual([
      [1, 1000, undefined],
      [2, 2000, undefined],
      [3, 4000, undefined],
    ]);
    expect(await takeLease(store, "failing", now - 1, "own")).toBeUndefined();
    // A turn that ends without an answer is no success.
    await takeLease(store, "failing", now, "own");
    const over = await keepTold(store, "failing", { kind: "ended", position: 0 }, now, "own");
    expect(over).toEqual({
      position: 1,
      failures: 3,
      nextTry: now,
      last: { at: NOW + 3000, status: 500 },
    });
    expect(await forgetBackoff(store, "failing")).toBe(true);
    expect(await read("failing")).toEqual({
      position: 1,
      failures: 3,
      last: { at: NOW + 3000, status: 500 },
    });
    await takeLease(store, "failing", now, "own");
    const told = { kind: "delivered", position: 2, status: 204 } as const;
    expect(await keepTold(store, "failing", told, now, "own")).toEqual({
      position: 2,
      failures: 0,
      last: { at: now, status: 204 },
      lease: { by: "own", until: now + 30_000 },
    });
  });

  it("is nothing for one that was forgotten", async () => {
    const { store } = server;
    await beginProgress(store, "kept", 1);
    await beginProgress(store, "gone", 1);
    await forgetOtherWebhooks(store, new Set(["kept"]));
    expect([await read("kept"), await read("gone")]).toEqual([{ position: 1, failures: 0 }, undefined]);
    expect(await takeLease(store, "gone", NOW, "own")).toBeUndefined();
    expect(await forgetBackoff(store, "gone")).toBe(false);
    await skipTo(store, "gone", 7);
    expect(await read("gone")).toBeUndefined();
  });
});

it("is told of changes of its kinds, and of its fields also where their values are long", () => {
  const webhook = (on: readonly WebhookChange[], fields?: readonly string[]): Webhook => ({
    id: "",
    entity: "books",
    url: new URL("https://a.test"),
    on: new Set(on),
    fields: fields && new Set(fields),
  });
  const entry = (kind: JournalEntry["kind"], after: object, long: readonly string[] = []) =>
    ({ kind, after, long }) as unknown as JournalEntry;
  const all: readonly WebhookChange[] = ["create", "update", "delete"];
  const told = (one: Webhook, ...entries: readonly JournalEntry[]) =>
    entries.map((each) => isToldOf(one, each));
  const kinds = (["create", "restore", "update", "delete", "purge"] as const).map((kind) => entry(kind, {}));
  expect(told(webhook(all), ...kinds)).toEqual([true, true, true, true, false]);
  expect(told(webhook(["create"]), ...kinds)).toEqual([true, true, false, false, false]);
  // Its fields narrow updates alone.
  expect(told(webhook(all, ["title"]), ...kinds)).toEqual([true, true, false, true, false]);
  const updates = [
    entry("update", { title: "x" }),
    entry("update", { year: 1 }),
    entry("update", {}, ["title"]),
  ];
  expect(told(webhook(all, ["title"]), ...updates)).toEqual([true, false, true]);
});
