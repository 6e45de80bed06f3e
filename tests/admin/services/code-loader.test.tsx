import { expect, it, vi } from "vitest";
import { LoadFailure, makeCodeLoader } from "../../../src/admin/services/code-loader.ts";
import { loadTogether } from "../../../src/admin/services/load-together.ts";

const UNREACHED = new TypeError("Failed to fetch dynamically imported module: /stars.js");

it("loads once whoever asks meanwhile, and has it from then on", async () => {
  const fetch = vi.fn(async (name: string) => `code of ${name}`);
  const loader = makeCodeLoader(fetch);
  expect(loader.get("stars")).toBeUndefined();
  const both = [loader.load("stars"), loader.load("stars")];
  expect(loader.isLoading("stars")).toBe(true);
  expect(await Promise.all(both)).toEqual(["code of stars", "code of stars"]);
  expect([loader.get("stars"), await loader.load("stars")]).toEqual(["code of stars", "code of stars"]);
  expect([loader.isLoading("stars"), fetch.mock.calls.length]).toEqual([false, 1]);
});

it("after a failure it loads anew; how often in a row that failed is told until it is there", async () => {
  let fails = 2;
  const loader = makeCodeLoader(async () => {
    if (fails-- > 0) throw UNREACHED;
    return "code";
  });
  await expect(loader.load()).rejects.toMatchObject({ name: "LoadFailure", times: 1 });
  await expect(loader.load()).rejects.toMatchObject({ name: "LoadFailure", times: 2 });
  expect(loader.failures()).toBe(2);
  expect(await loader.load()).toBe("code");
  expect(loader.failures()).toBe(0);
});

it("what the code threw as it began is no failure to load it", async () => {
  const loader = makeCodeLoader(() => Promise.reject(new Error("broken")));
  const error = await loader.load().catch((thrown: unknown) => thrown);
  expect(error).not.toBeInstanceOf(LoadFailure);
  expect(error).toHaveProperty("message", "broken");
});

it("a load that was forgotten does not stand in the way of the next", async () => {
  const loads: (() => void)[] = [];
  const loader = makeCodeLoader(() => new Promise<string>((resolve) => loads.push(() => resolve("code"))));
  void loader.load();
  loader.forget();
  const next = loader.load();
  expect(loads).toHaveLength(2);
  loads[1]?.();
  expect(await next).toBe("code");
});

it("several are shown together once all are here, within bounds; those that come later with each", async () => {
  vi.useFakeTimers();
  const shown: string[][] = [];
  const ends = new Map<string, () => void>();
  const load = (name: string) =>
    name === "broken" ? Promise.reject(UNREACHED) : new Promise<void>((resolve) => ends.set(name, resolve));
  const stop = loadTogether(["one", "two", "broken"], load, (failures) => shown.push([...failures.keys()]));
  ends.get("one")?.();
  await vi.advanceTimersByTimeAsync(2999);
  expect(shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown).toEqual([["broken"]]);
  await vi.advanceTimersByTimeAsync(17_000);
  expect(shown.at(-1)).toEqual(["broken", "two"]);
  ends.get("two")?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.at(-1)).toEqual(["broken"]);
  stop();
  vi.useRealTimers();
});
