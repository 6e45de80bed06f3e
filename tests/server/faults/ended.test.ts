import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, ENGINES, IS_LONG, makeBusiness } from "./business.ts";
import { makeWriters } from "./writers.ts";

const ROUNDS = IS_LONG ? 50 : 1;
const TERM_TIMEOUT_MS = 5_000;
const WAIT = { timeout: 60_000, interval: 5 };
const LONG_MS = 1_800_000;

describe.each(ENGINES)("a server on %s that ends under sixteen writers", (engine) => {
  let business: Business;
  beforeAll(async () => {
    business = await makeBusiness(engine);
  });
  afterAll(() => business.remove());

  it(
    "by kill -9, again and again, or by SIGTERM in five seconds with 0: nothing acknowledged is lost, nothing is half there, the journal has no gap",
    async () => {
      const writers = makeWriters();
      for (let round = 0; round <= ROUNDS; round += 1) {
        const product = await business.serve();
        const ask = await business.askerOf(product);
        await writers.expectKept(ask);
        const enough = writers.acknowledged() + 20 + Math.random() * 100;
        writers.begin(ask);
        await expect.poll(writers.acknowledged, WAIT).toBeGreaterThan(enough);
        if (round < ROUNDS) await product.stop("SIGKILL");
        else {
          const begun = performance.now();
          await product.stop("SIGTERM");
          expect(product.exitCode()).toBe(0);
          expect(performance.now() - begun).toBeLessThan(TERM_TIMEOUT_MS);
        }
        await writers.stop();
        // Whom it refused while it ended, it told so.
        expect(writers.takeRefused().filter(({ status }) => status !== 503)).toEqual([]);
      }
      const product = await business.serve();
      await writers.expectKept(await business.askerOf(product));
      await product.stop();
    },
    LONG_MS,
  );
});
