import { expect, it } from "vitest";
import { latestOnly, Superseded } from "../../../../src/server/config/editing/latest-only.ts";

/** A promise that the test settles. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const noRest = { elapsed: () => 0, wait: () => Promise.resolve() };

it("runs one at a time, in the order of who came, whatever their names", async () => {
  const run = latestOnly(noRest);
  const order: string[] = [];
  const first = gate();
  const works = [
    run("a", async () => {
      order.push("a begins");
      await first.opened;
      order.push("a ends");
    }),
    run("b", async () => order.push("b")),
    run("c", async () => order.push("c")),
  ];
  await Promise.resolve();
  expect(order).toEqual(["a begins"]);
  first.open();
  await Promise.all(works);
  expect(order).toEqual(["a begins", "a ends", "b", "c"]);
});

it("of one name only the latest waits, in the place of the one that it supersedes", async () => {
  const run = latestOnly(noRest);
  const order: string[] = [];
  const first = gate();
  const settled = Promise.allSettled([
    run("a", () => first.opened),
    run("a", async () => order.push("a, superseded")),
    run("b", async () => order.push("b")),
    run("a", async () => order.push("a, superseded too")),
    run("a", async () => order.push("a, latest")),
  ]);
  first.open();
  const outcomes = (await settled).map((one) => (one.status === "rejected" ? one.reason : one.status));
  expect(order).toEqual(["a, latest", "b"]);
  expect(outcomes).toEqual([
    "fulfilled",
    expect.any(Superseded),
    "fulfilled",
    expect.any(Superseded),
    "fulfilled",
  ]);
});

it("rests between two for as long as the one before took, and goes on after one that fails", async () => {
  const rest = gate();
  const took: number[] = [];
  let now = 1000;
  const run = latestOnly({
    elapsed: () => now,
    wait(ms) {
      took.push(ms);
      return rest.opened;
    },
  });
  const broken = run("a", async () => {
    now += 321;
    throw new Error("broken");
  });
  await expect(broken).rejects.toThrow("broken");
  let isDone = false;
  const next = run("a", async () => {
    isDone = true;
  });
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(isDone).toBe(false);
  expect(took).toEqual([321]);
  rest.open();
  await next;
  expect(isDone).toBe(true);
});
