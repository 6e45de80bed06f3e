import { expect, it } from "vitest";
import { makeIds, systemEffects } from "../../src/server/effects.ts";

it("ids are 24 hex characters and sort by time", () => {
  let now = 1_800_000_000_000;
  const newId = makeIds(() => now);
  const ids = [newId()];
  for (let round = 0; round < 100; round += 1) {
    now += 1;
    ids.push(newId());
  }
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
  expect(ids[0]?.slice(0, 12)).toBe((1_800_000_000_000).toString(16).padStart(12, "0"));
  expect(ids).toEqual([...ids].sort());
});

it("ids go on rising within a millisecond, and when the clock steps back", () => {
  let now = 1_800_000_000_000;
  const newId = makeIds(() => now);
  const ids = Array.from({ length: 1_000 }, newId);
  now -= 60_000;
  ids.push(...Array.from({ length: 1_000 }, newId));
  expect(ids).toEqual([...new Set(ids)].sort());
});

it("tokens are 256 random bits", () => {
  const { randomToken } = systemEffects();
  const tokens = Array.from({ length: 100 }, randomToken);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  expect(new Set(tokens).size).toBe(100);
});
