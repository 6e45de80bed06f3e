import { rightLost } from "../accounts/last-holder.ts";
import type { EntityRuntimes } from "../records/entity-runtime.ts";
import type { Store, StoreTransaction } from "../store/store.ts";

export interface RemovedSamples {
  readonly removed: number;
  /** Names of samples that the shop's own records refer to: they stay, as ordinary records. */
  readonly kept: readonly string[];
  /** Names of sample accounts without which nobody could manage accounts or edit the config: they stay likewise. */
  readonly needed: readonly string[];
}

interface Sample {
  readonly entity: string;
  readonly id: string;
  readonly label: string;
  /** Nothing refers to it, and it is the last account with some right. */
  readonly isNeeded: boolean;
}

/**
 * Removes the protected sample records of the config from a store that goes live, pictures included, all in one
 * transaction. A sample that a record of the shop's own refers to stays and is no longer protected, and so does the last
 * account with a right that somebody must have.
 */
export async function removeSamples(store: Store, runtime: EntityRuntimes): Promise<RemovedSamples> {
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
  });
}

async function storedSamples(transaction: StoreTransaction, runtime: EntityRuntimes): Promise<Sample[]> {
  const found: Sample[] = [];
  for (const [entity, samples] of runtime.config.samples) {
    const labelField = runtime.config.entities.get(entity)?.labelField ?? "_id";
    const ids = samples.flatMap(({ _id }) => (typeof _id === "string" ? [_id] : []));
    for (const record of await transaction.getMany(entity, ids)) {
      if (record.isProtected)
        found.push({ entity, id: record._id, label: String(record[labelField]), isNeeded: false });
    }
  }
  return found;
}

/** Deletes those that nothing refers to; answers the rest. Samples refer to each other, so this is done in rounds. */
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

/** Sample accounts have no password, unless the operator gave them one since. */
async function isLastHolder(
  transaction: StoreTransaction,
  { config }: EntityRuntimes,
  { entity, id }: Sample,
): Promise<boolean> {
  if (entity !== config.app.accounts.entity) return false;
  const stored = await transaction.get(entity, id);
  return stored !== undefined && (await rightLost(transaction, config, stored, undefined)) !== undefined;
}
