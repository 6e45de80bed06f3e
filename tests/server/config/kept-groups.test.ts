import { expect, it } from "vitest";
import { makeKeptGroups } from "../../../src/server/config/charts/kept-groups.ts";
import { CHART_KEPT_MS } from "../../../src/wire/chart.ts";

const NOTHING = { groups: [] };

it("keeps two hundred questions at most, the latest", async () => {
  const kept = makeKeptGroups({ now: () => new Date(), elapsed: () => 0 });
  const asked: string[] = [];
  const ask = (key: string) =>
    kept.get(key, async () => {
      asked.push(key);
      return NOTHING;
    });
  for (let at = 0; at < 250; at += 1) await ask(`q${at}`);
  expect(asked.splice(0)).toHaveLength(250);
  await ask("q249");
  await ask("q51");
  expect(asked).toEqual([]);
  await ask("q0");
  expect(asked).toEqual(["q0"]);
});

it("whoever asks while it is computed waits for the same, however much else is asked", async () => {
  const kept = makeKeptGroups({ now: () => new Date(), elapsed: () => 0 });
  let answer = (_: typeof NOTHING) => {};
  const computing = new Promise<typeof NOTHING>((resolve) => {
    answer = resolve;
  });
  const first = kept.get("slow", () => computing);
  for (let at = 0; at < 250; at += 1) await kept.get(`q${at}`, async () => NOTHING);
  const second = kept.get("slow", () => Promise.reject(new Error("Asked twice.")));
  answer(NOTHING);
  expect(await second).toBe(await first);
});

it("what fails is asked anew", async () => {
  const kept = makeKeptGroups({ now: () => new Date(), elapsed: () => 0 });
  await expect(kept.get("q", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect((await kept.get("q", async () => NOTHING)).groups).toBe(NOTHING);
});

it("counts the minute by a clock that is never set back", async () => {
  let elapsed = 0;
  let now = new Date("2026-11-23T08:00:00Z");
  const kept = makeKeptGroups({ now: () => now, elapsed: () => elapsed });
  const first = await kept.get("q", async () => NOTHING);
  now = new Date("2026-11-22T08:00:00Z");
  elapsed = CHART_KEPT_MS - 1;
  expect(await kept.get("q", async () => NOTHING)).toBe(first);
  elapsed = CHART_KEPT_MS;
  expect((await kept.get("q", async () => NOTHING)).computedAt).toEqual(now);
});
