import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, type Business, IS_LONG, makeBusiness } from "./business.ts";
import { isUnknown, makeWriters } from "./writers.ts";

const AWAY_MS = IS_LONG ? 10_000 : 2_000;
/** So long may anybody wait for being refused: a connection is not waited for longer. */
const ANSWER_TIMEOUT_MS = 9_000;
const WAIT = { timeout: 30_000, interval: 50 };

let business: Business;
beforeAll(async () => {
  business = await makeBusiness("PostgreSQL");
});
afterAll(() => business.remove());

it("the database goes away under sixteen writers: requests are refused in words, nobody is logged out; it comes back, and all goes on by itself", async () => {
  const product = await business.serve();
  const ask = await business.askerOf(product);
  const writers = makeWriters({ goesOn: true });
  const statuses = (path: string) => ask("GET", path).then(({ status }) => status, String);
  writers.begin(ask);
  await expect.poll(writers.acknowledged, WAIT).toBeGreaterThan(20);
  writers.takeRefused();

  await business.cluster?.stop();
  const reads: Answer[] = [];
  const until = performance.now() + AWAY_MS;
  while (performance.now() < until) {
    for (const path of ["/rest/subjects", "/rest/session/validate-token", "/journal"])
      reads.push(await ask("GET", path));
    await setTimeout(100);
  }
  expect(await statuses("/ready")).toBe(503);
  const before = writers.acknowledged();
  await business.cluster?.start();

  await expect.poll(() => statuses("/ready"), WAIT).toBe(200);
  await expect.poll(writers.acknowledged, WAIT).toBeGreaterThan(before + 50);
  await writers.stop();
  const refused = writers.takeRefused();
  expect(refused.length).toBeGreaterThan(0);
  const isRefusal = ({ status, body }: Answer) =>
    (status === 507 && body.message === "Nothing was stored: the server cannot write") ||
    (status === 503 && body.message === "The library's records cannot be reached at present");
  const wrong = [...refused, ...reads].filter((answer) => !isRefusal(answer) && !isUnknown(answer));
  expect(wrong, product.output()).toEqual([]);
  expect(Math.max(...refused.map(({ took }) => took))).toBeLessThan(ANSWER_TIMEOUT_MS);
  await writers.expectKept(ask);
  // Once each: not by every request that was refused.
  expect(product.output().match(/^store: .*$/gm)).toEqual([
    "store: it cannot be reached. Nothing can be read or stored until it can.",
    "store: it can be written again.",
  ]);
  expect(
    product
      .output()
      .match(/^(?!store: | {4}at ).+ \(request \w+\): (?!it is not known whether it was stored).*$/gm),
  ).toBeNull();
  await product.stop();
}, 120_000);
