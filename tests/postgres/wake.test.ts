import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clientConfig, makePool, queryOn } from "../../src/server/store/postgres/connection.ts";
import { openPostgresStore } from "../../src/server/store/postgres/open.ts";
import { makeWake } from "../../src/server/store/postgres/wake.ts";
import type { Store } from "../../src/server/store/store.ts";
import { book, insert, SHAPES } from "../contracts/store/library.ts";
import { type CutConnection, cutConnection } from "./cut-connection.ts";
import { emptySchema } from "./store-under-test.ts";

let place: { url: string; schema: string };
let other: Store;
let pool: pg.Pool;
let way: CutConnection;

beforeEach(async () => {
  place = await emptySchema();
  other = await openPostgresStore(place);
  await other.applyShapes(SHAPES);
  pool = makePool({ ...place, max: 2 });
  way = await cutConnection(place.url);
});
afterEach(async () => {
  way.close();
  await pool.end();
  await other.close();
});

/** A server that listens through the way, and how often it was woken. */
function listening() {
  const beats = { everyMs: 200, heardWithinMs: 500 };
  const wake = makeWake({ url: way.url, schema: place.schema, query: queryOn(pool), beats });
  const woken = { count: 0 };
  wake.watch(() => {
    woken.count += 1;
  });
  return { wake, woken };
}

const COMES = { timeout: 10_000, interval: 20 };

/** Others commit until it is woken by that. */
async function hearsOthers(woken: { readonly count: number }): Promise<void> {
  const before = woken.count;
  let n = 0;
  await expect
    .poll(async () => {
      n += 1;
      await insert(other, "books", book(`b${before}-${n}`));
      return woken.count;
    }, COMES)
    .toBeGreaterThan(before);
}

test("a connection that is lost without a sign is noticed, and another one listens", async () => {
  const { wake, woken } = listening();
  await hearsOthers(woken);
  way.mute();
  await hearsOthers(woken);
  way.hear();
  await expect.poll(() => way.connections(), COMES).toBeGreaterThan(0);
  await hearsOthers(woken);
  wake.close();
});

test("what is no server's word is not listened to", async () => {
  const { wake, woken } = listening();
  const told: unknown[] = [];
  wake.peers.hear("presence", (message) => told.push(message));
  await hearsOthers(woken);
  const foreign = new pg.Client(clientConfig(place));
  await foreign.connect();
  const id = "x".repeat(36);
  for (const text of [
    "",
    "{",
    `${id} null`,
    `${id} {"topic":1}`,
    `${id} {"topic":"presence","message":["a"]}`,
  ])
    await foreign.query("select pg_notify($1, $2)", [`peers_${place.schema}`, text]);
  await expect.poll(() => told, COMES).toEqual([["a"]]);
  await foreign.end();
  wake.close();
});

test("others are told at most every 100 ms, however much is committed", async () => {
  const heard: number[] = [];
  const listener = new pg.Client(clientConfig(place));
  await listener.connect();
  listener.on("notification", () => heard.push(performance.now()));
  await listener.query(`listen "store_${place.schema}"`);
  const { wake } = listening();
  const began = performance.now();
  while (performance.now() - began < 550) {
    wake.ended(true);
    await setTimeout(1);
  }
  wake.close();
  await listener.end();
  // One at once, then one each 100 ms, and one beat each 200 ms.
  expect(heard.length).toBeGreaterThan(2);
  expect(heard.length).toBeLessThan(12);
});
