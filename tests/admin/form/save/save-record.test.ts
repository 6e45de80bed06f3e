import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Json } from "../../../../src/model/record.ts";
import { FieldFailure } from "../../../../src/plugin/host.ts";
import { begin, failure, STORED, settle, work } from "./begun-save.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("all work runs at once, is one request, and hears that it was saved, once", async () => {
  const log: string[] = [];
  const [one, two, three] = [work("a", log), work("b", log), work("c", log)];
  const save = begin([one.pending, two.pending, three.pending]);
  expect(log).toEqual(["a begins", "b begins", "c begins"]);
  two.run().resolve(2);
  await settle();
  one.run().resolve(1);
  await settle();
  expect(save.sent).toEqual([]);
  three.run().resolve(3);
  expect(await save.ended).toBe(STORED);
  expect(save.sent).toEqual([
    new Map([
      ["a", 1],
      ["b", 2],
      ["c", 3],
    ]),
  ]);
  expect(save.waited).toEqual(["a,b,c", "a,c", "c", ""]);
  expect(log.slice(3)).toEqual(["a saved", "b saved", "c saved"]);
});

test("the bar is the mean of the shares; nonsense moves nothing", async () => {
  const log: string[] = [];
  const [one, two] = [work("a", log), work("b", log)];
  const save = begin([one.pending, two.pending]);
  one.run().context.progress(0.5);
  two.run().context.progress(7);
  two.run().context.progress(Number.NaN);
  one.run().context.progress(-1);
  expect(save.shares).toEqual([0.25, 0.75, 0.5]);
  one.run().resolve(1);
  two.run().resolve(1);
  await save.ended;
  const seen = save.shares.length;
  // Late news of work that is over.
  one.run().context.progress(0);
  expect(save.shares).toHaveLength(seen);
});

test("one that fails stops none of the others: they are waited for, and what waits is told", async () => {
  const log: string[] = [];
  const [one, two] = [work("a", log), work("b", log)];
  const save = begin([one.pending, two.pending]);
  one.run().reject(new FieldFailure("Too heavy"));
  await settle();
  expect(save.waited.at(-1)).toBe("b!a");
  expect(two.run().context.signal.aborted).toBe(false);
  expect(log).not.toContain("a failed");
  two.run().resolve(2);
  expect(await failure(save)).toEqual(["a failure"]);
  await settle();
  expect(log.slice(2)).toEqual(["a failed", "b failed"]);
  expect(save.sent).toEqual([]);
});

test.each([
  [
    "a FieldFailure is a failure",
    (reject: (error: unknown) => void) => reject(new FieldFailure("x")),
    "a failure",
  ],
  ["any other error is a bug", (reject: (error: unknown) => void) => reject(new TypeError("x")), "a bug"],
  ["what is no error is a bug", (reject: (error: unknown) => void) => reject(undefined), "a bug"],
  [
    "an AbortError that nobody asked for is a bug",
    (reject: (error: unknown) => void) => reject(new DOMException("x", "AbortError")),
    "a bug",
  ],
])("%s", async (_, end, expected) => {
  const one = work("a", []);
  const save = begin([one.pending]);
  end(one.run().reject);
  expect(await failure(save)).toEqual([expected]);
});

test("prepare that throws at once, or comes to what is no JSON, is a bug; undefined is null", async () => {
  const thrower = work("a", [], {
    prepare() {
      throw new Error("at once");
    },
  });
  expect(await failure(begin([thrower.pending]))).toEqual(["a bug"]);
  const date: unknown = new Date(0);
  const dated = work("a", [], { prepare: async () => date as Json });
  expect(await failure(begin([dated.pending]))).toEqual(["a bug"]);
  const nothing: unknown = undefined;
  const empty = begin([work("a", [], { prepare: async () => nothing as Json }).pending]);
  await empty.ended;
  expect(empty.sent).toEqual([new Map([["a", null]])]);
});

test("what throws when it is told harms neither the save nor the others", async () => {
  const reported: unknown[] = [];
  vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
  const log: string[] = [];
  const bug = new Error("in saved");
  const one = work("a", log, {
    prepare: async () => 1,
    saved() {
      throw bug;
    },
  });
  const two = work("b", log, { prepare: async () => 2 });
  expect(await begin([one.pending, two.pending]).ended).toBe(STORED);
  expect(log).toEqual(["b saved"]);
  expect(reported).toEqual([bug]);
  vi.unstubAllGlobals();
});

test("news of thousands of steps moves the bar by hundredths", async () => {
  const one = work("a", []);
  const save = begin([one.pending]);
  for (let step = 0; step < 5000; step++) one.run().context.progress(step / 5000);
  expect(save.shares).toHaveLength(100);
});

test("what work came to is not changed before it is sent", async () => {
  const value = { list: [1] };
  const save = begin([work("a", [], { prepare: async () => value }).pending]);
  await settle();
  value.list.push(2);
  await save.ended;
  expect(save.sent).toEqual([new Map([["a", { list: [1] }]])]);
});
