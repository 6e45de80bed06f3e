import type { RecordData, StoredRecord } from "../../../model/record.ts";
import type { KeptChange } from "../../../wire/journal.ts";
import { ApiError } from "../../http/api-error.ts";
import { serverMessage } from "../../http/server-message.ts";
import { turnWhenDue } from "../../in-turns.ts";
import type { StoreTransaction } from "../../store/store.ts";
import type { EntityRuntime } from "../entity-runtime.ts";
import type { WriteContext } from "../record-rules.ts";
import { refuseDuplicates, type WritePolicy } from "../write-pipeline.ts";
import { namesFor } from "./titles.ts";

/** So many records are changed by one request, in one transaction. */
export const MAX_MANY = 1000;
/** Of their values. A commit takes 6 ms a megabyte, in which nothing else is done, and they are in memory until then. */
export const MAX_MANY_BYTES = 10_000_000;

/** A write of one record that has passed all checks before its transaction. */
export interface PreparedWrite {
  readonly target: EntityRuntime;
  /** Of a write that gives values. */
  readonly policy?: WritePolicy;
  run(transaction: StoreTransaction): Promise<unknown>;
}

/** Bytes of a record as it is stored. */
export const bytesOf = (record: RecordData): number => Buffer.byteLength(JSON.stringify(record));

type Outcome<T> = { readonly value: T } | { readonly refusal: ApiError };

/** What work answers, or what a request is refused with; other errors are thrown. */
export async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { refusal: error };
    throw error;
  }
}

interface Blocked<W> {
  readonly blocked: W;
  readonly refusal: ApiError;
}

/** Runs all in one transaction. Answers the one that is refused, of which then nothing remains. */
export async function writeAll<W extends PreparedWrite>(
  context: WriteContext,
  all: readonly W[],
): Promise<Blocked<W> | undefined> {
  let under: W | undefined;
  const outcome = await attempt(() =>
    context.store.write(async (transaction) => {
      const turn = turnWhenDue();
      for (const one of all) {
        under = one;
        await turn();
        await writeOne(transaction, one);
      }
      under = undefined;
    }),
  );
  if ("value" in outcome) return undefined;
  // Not of a record: the session has ended, the account or the config was changed.
  if (under === undefined) throw outcome.refusal;
  return { blocked: under, refusal: outcome.refusal };
}

/** Runs all in one transaction, and leaves out those that are refused. Answers them. */
export function writeRest<W extends PreparedWrite>(
  context: WriteContext,
  all: readonly W[],
): Promise<readonly Blocked<W>[]> {
  return context.store.write(async (transaction) => {
    const refused: Blocked<W>[] = [];
    const turn = turnWhenDue();
    for (const one of all) {
      await turn();
      const outcome = await attempt(() => transaction.part(() => writeOne(transaction, one)));
      if ("refusal" in outcome) refused.push({ blocked: one, refusal: outcome.refusal });
    }
    return refused;
  });
}

async function writeOne(transaction: StoreTransaction, one: PreparedWrite): Promise<void> {
  const run = () => one.run(transaction);
  await (one.policy === undefined ? run() : refuseDuplicates(one.target, one.policy, run));
}

/** A record that stands in the way, and why: in the language of its entity. */
export async function keptChange(
  { account, store }: WriteContext,
  target: EntityRuntime,
  record: StoredRecord,
  refusal: ApiError,
): Promise<KeptChange> {
  const say = sayOf(target);
  const isGone = refusal.code === "NOT_FOUND";
  const reason = isGone ? say("server.goneSince") : refusal.body("", say).message;
  const [title = ""] = await store.read((view) => namesFor({ account }, view, target, [record]));
  return { entity: target.entity.id, _id: record._id, title, reason };
}

/** What is said of a record is said in the language of its entity. */
export function sayOf({ config, entity }: EntityRuntime): WriteContext["say"] {
  return (key, values) => serverMessage(config, entity, key, values);
}
