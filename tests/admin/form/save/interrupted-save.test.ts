import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { saveRecord } from "../../../../src/admin/form/save/save-record.ts";
import { makeSaveAttempts } from "../../../../src/admin/form/state/save-attempts.ts";
import { FieldFailure } from "../../../../src/plugin/host.ts";
import { begin, failure, pass, STORED, settle, work } from "./begun-save.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("giving up stops all of it at once; each hears of it when its own work is over, once", async () => {
  const log: string[] = [];
  const [one, two, three] = [work("a", log), work("b", log), work("c", log, { patience: 1000 })];
  const save = begin([one.pending, two.pending, three.pending]);
  one.run().resolve(1);
  await settle();
  save.stop.abort();
  expect(two.run().context.signal.aborted).toBe(true);
  expect(await save.ended).toMatchObject({ name: "AbortError" });
  await settle();
  expect(log.slice(3)).toEqual(["a failed"]);
  two.run().reject(two.run().context.signal.reason);
  await settle();
  expect(log.slice(3)).toEqual(["a failed", "b failed"]);
  // What never ends hears of it when its timeout is over.
  await pass(1000);
  expect(log.slice(3)).toEqual(["a failed", "b failed", "c failed"]);
  three.run().resolve(3);
  await settle();
  expect(log).toHaveLength(6);
  expect(save.sent).toEqual([]);
});

test("giving up while the record is on its way is told once too", async () => {
  const log: string[] = [];
  const one = work("a", log, { prepare: async () => 1 });
  const stop = new AbortController();
  const ended = saveRecord({
    pending: [one.pending],
    attempts: makeSaveAttempts(),
    signal: stop.signal,
    isHeld: () => false,
    progress() {},
    waits() {},
    send: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  }).catch((error: unknown) => error);
  await settle();
  stop.abort();
  expect(await ended).toMatchObject({ name: "AbortError" });
  await settle();
  expect(log).toEqual(["a failed"]);
});

test("the next save waits for a run that goes on, and never begins a second beside it", async () => {
  const log: string[] = [];
  const attempts = makeSaveAttempts();
  const one = work("a", log);
  const first = begin([one.pending], attempts);
  first.stop.abort();
  await first.ended;
  const second = begin([one.pending], attempts);
  await settle();
  expect(one.begun()).toBe(1);
  one.run().resolve("stale");
  await settle();
  expect(one.begun()).toBe(2);
  // The first try is over for the widget before the second begins.
  expect(log).toEqual(["a begins", "a failed", "a begins"]);
  one.run(1).resolve("fresh");
  await second.ended;
  expect(second.sent).toEqual([new Map([["a", "fresh"]])]);
});

test("a save that fails after the form was left gives up what was held, after it failed", async () => {
  const log: string[] = [];
  const one = work("a", log);
  const attempts = makeSaveAttempts();
  const save = begin([one.pending], attempts);
  attempts.leave(one.pending.key, one.pending.work);
  expect(one.run().context.signal.aborted).toBe(false);
  one.run().reject(new FieldFailure("x"));
  await save.ended;
  await settle();
  expect(log).toEqual(["a begins", "a failed", "a left"]);
});

test("one that is stored does not hear that it was left, before or after", async () => {
  const log: string[] = [];
  const one = work("a", log);
  const attempts = makeSaveAttempts();
  const save = begin([one.pending], attempts);
  attempts.leave("a", one.pending.work);
  one.run().resolve(1);
  await save.ended;
  attempts.leave("a", one.pending.work);
  await settle();
  expect(log).toEqual(["a begins", "a saved"]);
});

test("work that is abandoned while it runs is stopped and sent no value; it hears so last, when its run is over", async () => {
  const log: string[] = [];
  const attempts = makeSaveAttempts();
  const [one, two] = [work("a", log), work("b", log)];
  const save = begin([one.pending, two.pending], attempts);
  attempts.abandon("a", one.pending.work);
  expect([one.run().context.signal.aborted, two.run().context.signal.aborted]).toEqual([true, false]);
  await settle();
  expect(save.waited.at(-1)).toBe("b!a");
  two.run().resolve(2);
  // It is not waited for.
  expect(await failure(save)).toEqual(["a stopped"]);
  await settle();
  expect(log.slice(2)).toEqual(["b failed"]);
  one.run().resolve(1);
  await settle();
  expect(log.slice(2)).toEqual(["b failed", "a failed", "a left"]);
  expect(save.sent).toEqual([]);
});

test("work that is given up, then left, hears so last", async () => {
  const log: string[] = [];
  const attempts = makeSaveAttempts();
  const one = work("a", log);
  const save = begin([one.pending], attempts);
  save.stop.abort();
  await save.ended;
  attempts.leave("a", one.pending.work);
  await settle();
  expect(log).toEqual(["a begins"]);
  one.run().resolve(1);
  await settle();
  expect(log).toEqual(["a begins", "a failed", "a left"]);
  attempts.leave("a", one.pending.work);
  expect(log).toHaveLength(4);
});

test("a third save waits for the run of the second, whatever ended before", async () => {
  const attempts = makeSaveAttempts();
  const one = work("a", []);
  const first = begin([one.pending], attempts);
  first.stop.abort();
  await first.ended;
  const second = begin([one.pending], attempts);
  one.run().resolve("stale");
  await settle();
  expect(one.begun()).toBe(2);
  second.stop.abort();
  await second.ended;
  begin([one.pending], attempts);
  await settle();
  expect(one.begun()).toBe(2);
  one.run(1).resolve("stale");
  await settle();
  expect(one.begun()).toBe(3);
});

test("work that is withdrawn while it is prepared is stopped and hears no more; the save goes on without it", async () => {
  const log: string[] = [];
  const attempts = makeSaveAttempts();
  const [one, two] = [work("a", log), work("b", log)];
  const save = begin([one.pending, two.pending], attempts);
  attempts.withdraw("a");
  expect(one.run().context.signal.aborted).toBe(true);
  await settle();
  expect(save.waited.at(-1)).toBe("b");
  one.run().resolve(1);
  two.run().resolve(2);
  expect(await save.ended).toBe(STORED);
  expect(save.sent).toEqual([new Map([["b", 2]])]);
  expect(log).toEqual(["a begins", "b begins", "b saved"]);
  // Held again, it is run anew once the run before is over.
  const next = begin([one.pending], attempts);
  await settle();
  one.run(1).resolve(3);
  expect(await next.ended).toBe(STORED);
  expect(next.sent).toEqual([new Map([["a", 3]])]);
});

test("work that is done when it is withdrawn is saved", async () => {
  const log: string[] = [];
  const attempts = makeSaveAttempts();
  const [one, two] = [work("a", log), work("b", log)];
  const save = begin([one.pending, two.pending], attempts);
  one.run().resolve(1);
  await settle();
  attempts.withdraw("a");
  two.run().resolve(2);
  expect(await save.ended).toBe(STORED);
  expect(save.sent).toEqual([
    new Map([
      ["a", 1],
      ["b", 2],
    ]),
  ]);
  expect(log).toEqual(["a begins", "b begins", "a saved", "b saved"]);
});
