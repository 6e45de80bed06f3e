import type { Json } from "../../../model/record.ts";
import { type PendingWork, PREPARE_TIMEOUT_MS } from "../../../plugin/host.ts";
import { asJson } from "../../../record/json.ts";
import { asError, asText, type Thrown } from "../../services/as-error.ts";
import type { FormField } from "../state/field-views.ts";
import type { FieldWork } from "../state/form-store.ts";
import { notify, type SaveAttempt, type SaveAttempts, WITHDRAWN } from "../state/save-attempts.ts";

export interface FailedWork {
  readonly formField: FormField;
  readonly outcome: Exclude<Outcome, { kind: "value" }>;
}

/** Pending work failed, so nothing was sent. In the order of the page. */
export class PrepareFailure extends Error {
  override readonly name = "PrepareFailure";
  constructor(readonly works: readonly FailedWork[]) {
    super(works.map(({ formField }) => formField.path).join(", "));
  }
}

interface SaveSteps<Stored> {
  readonly pending: readonly FieldWork[];
  readonly attempts: SaveAttempts;
  readonly signal: AbortSignal;
  /** Whether the work waits for a person: then its timeout starts again. */
  isHeld(): boolean;
  /** Share of the pending work that is done, 0 to 1; called for every hundredth. */
  progress(share: number): void;
  /** Called first, and whenever one is done or says something: what is still waited for, what failed, what each said last. */
  waits(
    left: readonly FormField[],
    failed: readonly FormField[],
    saidOf: (formField: FormField) => string | undefined,
  ): void;
  /** Sends the record with what the pending work came to, by dotted path. */
  send(values: ReadonlyMap<string, Json>, signal: AbortSignal): Promise<Stored>;
}

/** One field's work in this save. */
interface Part extends FieldWork {
  readonly now: SaveAttempt;
  /** Resolves when its run has ended or timed out: not before is the work notified, it might undo what still runs. */
  readonly outcome: Promise<Outcome>;
}
type EndedPart = Part & { readonly end: Outcome };

/**
 * One save: all pending work at once, then the record, then the work is notified of how the save ended. Where one fails,
 * the others are still waited for, so that they need not be done again. Rejects with `PrepareFailure`, with what `send` rejected
 * with, or, at once, with the AbortError of a person who gives up; pending work stays ready for another attempt. Work
 * that is withdrawn meanwhile is stopped, left out, and not notified.
 */
export async function saveRecord<Stored>(steps: SaveSteps<Stored>): Promise<Stored> {
  const { signal, send } = steps;
  const { parts, ends } = runAll(steps);
  let stored: Stored;
  let ended: readonly EndedPart[];
  try {
    ended = await Promise.all(ends);
    signal.throwIfAborted();
    stored = await send(valuesOf(ended), signal);
  } catch (error) {
    for (const { work, now, outcome } of parts) {
      void outcome.then(() => {
        if (!isWithdrawn(now)) notify(work, "failed");
        now.settled(false);
      });
    }
    throw error;
  }
  for (const { work, now, end } of ended) {
    const isSaved = end.kind === "value";
    if (isSaved) notify(work, "saved");
    now.settled(isSaved);
  }
  return stored;
}

function isWithdrawn({ signal }: SaveAttempt): boolean {
  return signal.reason === WITHDRAWN;
}

function runAll({ pending, attempts, signal, isHeld, progress, waits }: SaveSteps<unknown>) {
  const shares = pending.map(() => 0);
  const left = new Set(pending.map(({ formField }) => formField));
  const failed = new Set<FormField>();
  const said = new Map<FormField, string>();
  const notifyWaits = () => waits([...left], [...failed], (formField) => said.get(formField));
  let shown: number | undefined;
  const report = (index: number, share: number) => {
    if (Number.isFinite(share)) shares[index] = Math.min(1, Math.max(0, share));
    const mean = shares.reduce((sum, each) => sum + each, 0) / shares.length;
    const hundredths = Math.floor(mean * 100);
    if (hundredths === shown) return;
    shown = hundredths;
    progress(mean);
  };
  if (pending.length > 0) notifyWaits();
  const parts = pending.map((each, index): Part => {
    const now = attempts.begin(each.key, signal);
    const onProgress = (share: number, text: string | undefined) => {
      report(index, share);
      if (text === undefined || said.get(each.formField) === text) return;
      said.set(each.formField, text);
      notifyWaits();
    };
    return { ...each, now, outcome: runOne(each.work, now, isHeld, onProgress) };
  });
  const ends = parts.map(async (part, index): Promise<EndedPart> => {
    const { formField, now, outcome } = part;
    const end = await unlessStopped(outcome, now.signal);
    if (signal.aborted) return { ...part, end };
    left.delete(formField);
    if (end.kind !== "value" && !isWithdrawn(now)) failed.add(formField);
    report(index, 1);
    notifyWaits();
    return { ...part, end };
  });
  return { parts, ends };
}

/** @param text what the work says of itself */
type OnProgress = (share: number, text: string | undefined) => void;

/** Never two runs of one work at a time: an earlier one that did not stop is waited for. */
async function runOne(
  work: PendingWork<Json>,
  now: SaveAttempt,
  isHeld: () => boolean,
  onProgress: OnProgress,
): Promise<Outcome> {
  if (now.earlier !== undefined) {
    const timeout = startTimeout(work, isHeld);
    const isOver = await Promise.race([now.earlier.then(() => true), timeout.over.then(() => false)]);
    timeout.end();
    if (!isOver) return { kind: "slow" };
    if (now.signal.aborted) return { kind: "stopped" };
  }
  const { outcome, settled } = prepareWork(work, now.signal, isHeld, onProgress);
  now.runs(settled);
  return outcome;
}

function valuesOf(ended: readonly EndedPart[]): ReadonlyMap<string, Json> {
  const values = new Map<string, Json>();
  const failed: FailedWork[] = [];
  for (const { formField, now, end } of ended) {
    if (end.kind === "value") values.set(formField.path, end.value);
    else if (!isWithdrawn(now)) failed.push({ formField, outcome: end });
  }
  if (failed.length > 0) throw new PrepareFailure(failed);
  return values;
}

async function unlessStopped(outcome: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return { kind: "stopped" };
  let stop: () => void = () => {};
  const stopped = new Promise<Outcome>((resolve) => {
    stop = () => resolve({ kind: "stopped" });
    signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([outcome, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** How pending work ended. `stopped`: nobody waits for it any more, whatever comes of it. */
type Outcome =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "failure" | "bug"; readonly error: Thrown }
  | { readonly kind: "slow" | "stopped" };

/**
 * Runs pending work once; its signal is aborted by `signal` and after its timeout. `outcome` never rejects; `settled`
 * resolves when the run has ended, also after its timeout.
 */
function prepareWork(
  work: PendingWork<Json>,
  signal: AbortSignal,
  isHeld: () => boolean,
  onProgress: OnProgress,
) {
  const own = new AbortController();
  const stop = () => own.abort();
  const timeout = startTimeout(work, isHeld);
  let isOver = false;

  async function run(): Promise<Outcome> {
    try {
      const value: unknown = await work.prepare({
        signal: own.signal,
        progress(share, text) {
          // Work that was stopped gets no more time.
          if (isOver || own.signal.aborted) return;
          timeout.restart();
          onProgress(share, text === undefined ? undefined : asText(text));
        },
      });
      return { kind: "value", value: asJson(value) };
    } catch (error) {
      const thrown = asError(error);
      return { kind: thrown.kind === "failure" ? "failure" : "bug", error: thrown };
    }
  }

  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  const running = run();
  const slow = timeout.over.then((): Outcome => ({ kind: "slow" }));
  const outcome = Promise.race([running, slow]).then((first) => {
    isOver = true;
    timeout.end();
    signal.removeEventListener("abort", stop);
    if (first.kind === "slow") stop();
    return first;
  });
  return { outcome, settled: running };
}

/** A browser's timer that is longer ends at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function startTimeout({ patience = PREPARE_TIMEOUT_MS }: PendingWork<Json>, isHeld: () => boolean) {
  let timer: ReturnType<typeof setTimeout>;
  let finish: () => void = () => {};
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const begin = () => {
    timer = setTimeout(() => (isHeld() ? begin() : finish()), Math.min(patience, MAX_TIMER_MS));
  };
  begin();
  return {
    over,
    restart() {
      clearTimeout(timer);
      begin();
    },
    end: () => clearTimeout(timer),
  };
}
