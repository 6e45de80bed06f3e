import { rightLost } from "../accounts/last-holder.ts";
import type { Effects } from "../effects.ts";
import { systemOrigin } from "../http/change-origin.ts";
import type { EntityRuntimes } from "../records/entity-runtime.ts";
import { titlesOf } from "../records/expand-references.ts";
import type { Store, StoreTransaction } from "../store/store.ts";

export interface RemovedSamples {
  readonly removed: number;
  /** Names of samples that other records refer to: they stay as ordinary records. */
  readonly kept: readonly string[];
  /** Names of sample accounts that alone may manage accounts or edit the config: they stay too. */
  readonly needed: readonly string[];
}

interface Sample {
  readonly entity: string;
  readonly id: string;
  readonly label: string;
  /** Nothing refers to it, but it is the last account with some right. */
  readonly isNeeded: boolean;
}

/**
 * Removes the protected sample records of the config with their pictures, in one transaction. A sample that other records
 * refer to stays and is no longer protected, and so does the last account with a right that somebody must have.
 */
export async function removeSamples(
  store: Store,
  runtime: EntityRuntimes,
  effects: Effects,
): Promise<RemovedSamples> {
  return store.write(async (transaction) => {
    let left = await storedSamples(transaction, runtime);
    const all = left.length;
    for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
      before = left.length;
      left = await removeFree(transaction, runtime, left);
    }
    for (const { entity, id } of left) await transaction.unprotect(entity, id);
    const labels = (isNeeded: boolean) =>
      left.filter((sample) => sample.isNeeded === isNeeded).map(({ label }) => label);
    return { removed: all - left.length, kept: labels(false), needed: labels(true) };
  }, systemOrigin(effects));
}

async function storedSamples(transaction: StoreTransaction, runtime: EntityRuntimes): Promise<Sample[]> {
  const found: Sample[] = [];
  for (const [entity, samples] of runtime.config.samples) {
    const target = runtime.entities.get(entity);
    if (target === undefined) continue;
    const ids = samples.flatMap(({ _id }) => (typeof _id === "string" ? [_id] : []));
    const stored = (await transaction.getMany(entity, ids)).filter(({ isProtected }) => isProtected);
    const titles = await titlesOf("server", transaction, target, stored);
    for (const [index, { _id: id }] of stored.entries())
      found.push({ entity, id, label: titles[index] ?? id, isNeeded: false });
  }
  return found;
}

/** Deletes the samples that nothing refers to; returns the rest. Samples refer to each other, so this takes rounds. */
async function removeFree(
  transaction: StoreTransaction,
  runtime: EntityRuntimes,
  samples: readonly Sample[],
): Promise<Sample[]> {
  const rest: Sample[] = [];
  for (const sample of samples) {
    const { count } = await transaction.referrers(sample.entity, sample.id, 1);
    if (count > 0) rest.push({ ...sample, isNeeded: false });
    else if (await isLastHolder(transaction, runtime, sample)) rest.push({ ...sample, isNeeded: true });
    else {
      await transaction.delete(sample.entity, sample.id);
      if (sample.entity === runtime.config.app.accounts.entity) await transaction.endSessionsOf(sample.id);
    }
  }
  return rest;
}

/** Only a sample account that got a password since can be one. */
async function isLastHolder(
  transaction: StoreTransaction,
  { config }: EntityRuntimes,
  { entity, id }: Sample,
): Promise<boolean> {
  if (entity !== config.app.accounts.entity) return false;
  const stored = await transaction.get(entity, id);
  return stored !== undefined && (await rightLost(transaction, config, stored, undefined)) !== undefined;
}
