import { expect, it } from "vitest";
import { bounded } from "../../src/server/bounded.ts";

it("runs at most so much at once, in order, and goes on after a failure", async () => {
  const turn = bounded(2);
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, (_, n) =>
      turn(async () => {
        started.push(n);
        running += 1;
        most = Math.max(most, running);
        await new Promise((done) => setImmediate(done));
        running -= 1;
        if (n === 3) throw new Error("three");
        return n;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
});
