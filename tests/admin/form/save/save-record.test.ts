import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PrepareFailure, saveRecord } from "../../../../src/admin/form/save/save-record.ts";
import type { FormField } from "../../../../src/admin/form/state/field-views.ts";
import type { FieldWork } from "../../../../src/admin/form/state/form-store.ts";
import { makeSaveAttempts, type SaveAttempts } from "../../../../src/admin/form/state/save-attempts.ts";
import type { Json, StoredRecord } from "../../../../src/model/record.ts";
import {
  FieldFailure,
  type PendingWork,
  PREPARE_TIMEOUT_MS,
  type PrepareContext,
} from "../../../../src/plugin/host.ts";
import { library } from "../library.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const STORED: StoredRecord = {
  _id: "b1",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  updatedBy: null,
  isProtected: false,
};

const config = await library();
const field = config.entities.get("books")?.fields[0];
const leafAt = (path: string): FormField => {
  if (field === undefined) throw new Error("no field");
  return { path, field, tab: 0 };
};

/** Work of one field whose runs the test ends. */
function work(path: string, log: string[], more: Partial<PendingWork<Json>> = {}) {
  const runs: { context: PrepareContext; resolve(value: Json): void; reject(error: unknown): void }[] = [];
  const pending: FieldWork = {
    formField: leafAt(path),
    key: path,
    work: {
      prepare(context) {
        log.push(`${path} begins`);
        return new Promise<Json>((resolve, reject) => runs.push({ context, resolve, reject }));
      },
      saved: () => log.push(`${path} saved`),
      failed: () => log.push(`${path} failed`),
      left: () => log.push(`${path} left`),
      ...more,
    },
  };
  return { pending, run: (index = 0) => runs[index] ?? fail(), begun: () => runs.length };
}

function fail(): never {
  throw new Error("It has not begun.");
}

interface Begun {
  readonly ended: Promise<unknown>;
  readonly stop: AbortController;
  readonly sent: ReadonlyMap<string, Json>[];
  readonly waited: string[];
  readonly shares: number[];
}

function begin(
  pending: readonly FieldWork[],
  attempts: SaveAttempts = makeSaveAttempts(),
  isHeld = () => false,
): Begun {
  const stop = new AbortController();
  const sent: ReadonlyMap<string, Json>[] = [];
  const waited: string[] = [];
  const shares: number[] = [];
  const paths = (formFields: readonly FormField[]) => formFields.map(({ path }) => path).join();
  const ended = saveRecord({
    pending,
    attempts,
    signal: stop.signal,
    isHeld,
    progress: (share) => shares.push(share),
    waits: (left, failed) =>
      waited.push(failed.length === 0 ? paths(left) : `${paths(left)}!${paths(failed)}`),
    async send(values) {
      sent.push(values);
      return STORED;
    },
  }).catch((error: unknown) => error);
  return { ended, stop, sent, waited, shares };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** All that follows at once has happened. */
const settle = () => pass(0);

async function failure(save: Begun) {
  const error = await save.ended;
  if (!(error instanceof PrepareFailure)) throw error;
  return error.works.map(({ formField, outcome }) => `${formField.path} ${outcome.kind}`);
}

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

test("news of thousands of steps moves the bar by hundredths", async () => {
  const one = work("a", []);
  const save = begin([one.pending]);
  for (let step = 0; step < 5000; step++) one.run().context.progress(step / 5000);
  expect(save.shares).toHaveLength(100);
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

test("what work came to is not changed before it is sent", async () => {
  const value = { list: [1] };
  const save = begin([work("a", [], { prepare: async () => value }).pending]);
  await settle();
  value.list.push(2);
  await save.ended;
  expect(save.sent).toEqual([new Map([["a", { list: [1] }]])]);
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
