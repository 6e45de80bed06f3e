import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, type Ask, type Business, makeBusiness } from "./business.ts";
import { isUnknown, makeWriters } from "./writers.ts";

const WAIT = { timeout: 60_000, interval: 50 };

let business: Business;
beforeAll(async () => {
  business = await makeBusiness("PostgreSQL");
});
afterAll(() => business.remove());

it("sixteen writers whose requests alternate between two servers go on when the database is restarted, and when one server is killed", async () => {
  const one = await business.serve();
  const two = await business.serve();
  const asks = [await business.askerOf(one), await business.askerOf(two)];
  let turn = 0;
  /** As a balancer sends requests: in turns, to the servers that it has. */
  const ask: Ask = (...asked) => {
    turn += 1;
    const to = asks[turn % asks.length];
    if (to === undefined) throw new Error("There is no server.");
    return to(...asked);
  };
  const writers = makeWriters({ goesOn: true });
  const expectMore = async () => {
    const before = writers.acknowledged();
    await expect.poll(writers.acknowledged, WAIT).toBeGreaterThan(before + 50);
  };
  writers.begin(ask);
  await expectMore();
  expect(writers.takeRefused()).toEqual([]);

  await business.cluster?.stop();
  await business.cluster?.start();
  await expectMore();

  await two.stop("SIGKILL");
  asks.pop();
  await expectMore();
  await writers.stop();
  const isRefusal = (answer: Answer) => [503, 507].includes(answer.status) || isUnknown(answer);
  const wrong = writers.takeRefused().filter((answer) => !isRefusal(answer));
  expect(wrong, one.output() + two.output()).toEqual([]);
  await writers.expectKept(ask);

  // The one that was killed comes back, and serves what the other one has.
  const again = await business.askerOf(await business.serve());
  await writers.expectKept(again);
  await one.stop();
}, 180_000);
