import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeTroubleWatch } from "../../../src/server/store/postgres/trouble-watch.ts";
import { within } from "../../../src/server/store/postgres/within.ts";
import type { StoreTrouble } from "../../../src/server/store/store.ts";
import { NotStoredError, UnknownOutcomeError } from "../../../src/server/store/store-errors.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A watch whose probe fails as long as there is an error. */
function watching() {
  const state: { error: Error | undefined; probes: number } = { error: undefined, probes: 0 };
  const told: (StoreTrouble | undefined)[] = [];
  const watch = makeTroubleWatch({
    async probe() {
      state.probes += 1;
      if (state.error !== undefined) throw state.error;
    },
    report: (trouble) => void told.push(trouble),
  });
  const refused = (error: Error) => expect(watch.during(() => Promise.reject(error))).rejects.toBe(error);
  return { state, told, watch, refused };
}

const away = Object.assign(new Error("no"), { code: "ECONNREFUSED" });

test.each<[string, Error, StoreTrouble | undefined]>([
  ["refused", new NotStoredError("full"), "full"],
  ["not reached", new NotStoredError("failed", { cause: away }), "away"],
  ["not known to be stored", new UnknownOutcomeError(), "away"],
  ["wrong by itself", new Error("a rule"), undefined],
])("a write that is %s is told as what it is, once", async (_, error, trouble) => {
  const { told, watch, refused } = watching();
  await refused(error);
  await refused(error);
  expect(told).toEqual(trouble === undefined ? [] : [trouble]);
  expect(await watch.during(async () => "written")).toBe("written");
  expect(told).toEqual(trouble === undefined ? [] : [trouble, undefined]);
  expect(vi.getTimerCount()).toBe(0);
});

test("while there is trouble it is tried every two seconds, until it is over, which is told", async () => {
  const { state, told, watch } = watching();
  state.error = new NotStoredError("failed", { cause: away });
  watch.noteAway();
  watch.noteAway();
  expect([told, vi.getTimerCount()]).toEqual([["away"], 1]);
  await vi.advanceTimersByTimeAsync(1999);
  expect(state.probes).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect([state.probes, told]).toEqual([2, ["away"]]);
  state.error = undefined;
  await vi.advanceTimersByTimeAsync(2000);
  expect([state.probes, told]).toEqual([3, ["away", undefined]]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state.probes).toBe(3);
});

test("a probe that fails by itself shows that the database answers; one trouble that becomes another is told", async () => {
  const { state, told, watch, refused } = watching();
  state.error = new Error("a rule");
  watch.noteAway();
  await refused(new NotStoredError("readOnly"));
  expect([told, vi.getTimerCount()]).toEqual([["away", "readOnly"], 1]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(told).toEqual(["away", "readOnly", undefined]);
});

test("a watch that is closed tries nothing any more", async () => {
  const { state, watch } = watching();
  watch.noteAway();
  watch.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state.probes).toBe(0);
});

test("an answer is waited for so long and no longer; what comes too late harms nobody", async () => {
  vi.useRealTimers();
  expect(await within(60_000, Promise.resolve("in time"))).toBe("in time");
  await expect(within(60_000, Promise.reject(new Error("its own")))).rejects.toThrow("its own");
  let fail: (error: Error) => void = () => undefined;
  const late = new Promise<string>((_, reject) => {
    fail = reject;
  });
  await expect(within(1, late)).rejects.toThrow("No answer in time.");
  fail(new Error("late"));
  await new Promise((resolve) => setImmediate(resolve));
});
