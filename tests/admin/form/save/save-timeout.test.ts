import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeSaveAttempts } from "../../../../src/admin/form/state/save-attempts.ts";
import { PREPARE_TIMEOUT_MS } from "../../../../src/plugin/host.ts";
import { begin, failure, pass, settle, work } from "./begun-save.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("patience counts from the last sign of life, also one that brings nothing forward", async () => {
  const one = work("a", []);
  const save = begin([one.pending]);
  await pass(PREPARE_TIMEOUT_MS - 1);
  one.run().context.progress(0);
  await pass(PREPARE_TIMEOUT_MS - 1);
  expect(one.run().context.signal.aborted).toBe(false);
  await pass(1);
  expect(one.run().context.signal.aborted).toBe(true);
  expect(await failure(save)).toEqual(["a slow"]);
});

test("patience is over only once nobody is asked for the password any more", async () => {
  let isAsked = true;
  const one = work("a", [], { patience: 500 });
  const save = begin([one.pending], makeSaveAttempts(), () => isAsked);
  await pass(1400);
  expect(one.run().context.signal.aborted).toBe(false);
  isAsked = false;
  await pass(99);
  expect(one.run().context.signal.aborted).toBe(false);
  await pass(1);
  expect(one.run().context.signal.aborted).toBe(true);
  expect(await save.ended).toMatchObject({ works: [{ outcome: { kind: "slow" } }] });
});

test("patience is the work's own; one that runs out of it stops none of the others", async () => {
  const log: string[] = [];
  const [one, two] = [work("a", log, { patience: 500 }), work("b", log, { patience: 5_000_000_000 })];
  const save = begin([one.pending, two.pending]);
  await pass(500);
  expect([one.run().context.signal.aborted, two.run().context.signal.aborted]).toEqual([true, false]);
  two.run().resolve(2);
  expect(await failure(save)).toEqual(["a slow"]);
});

test("it waits no longer than the work's timeout, and can be given up as well", async () => {
  const attempts = makeSaveAttempts();
  const one = work("a", [], { patience: 500 });
  const first = begin([one.pending], attempts);
  await pass(500);
  await first.ended;
  const second = begin([one.pending], attempts);
  await pass(500);
  expect(await failure(second)).toEqual(["a slow"]);
  const third = begin([one.pending], attempts);
  third.stop.abort();
  expect(await third.ended).toMatchObject({ name: "AbortError" });
  expect(one.begun()).toBe(1);
});

test("a run that never ends does not bar the work of a widget that began anew", async () => {
  const attempts = makeSaveAttempts();
  const one = work("a", [], { patience: 500 });
  const first = begin([one.pending], attempts);
  await pass(500);
  await first.ended;
  const anew = begin([{ ...one.pending, key: "a anew" }], attempts);
  await settle();
  one.run(1).resolve("fresh");
  await anew.ended;
  expect(anew.sent).toEqual([new Map([["a", "fresh"]])]);
});

test("news of work that was told to stop is no sign of life", async () => {
  const log: string[] = [];
  const one = work("a", log, { patience: 500 });
  const save = begin([one.pending]);
  save.stop.abort();
  await save.ended;
  await pass(400);
  one.run().context.progress(0.5);
  await pass(100);
  expect(log).toEqual(["a begins", "a failed"]);
});
