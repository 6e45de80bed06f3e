import type { Change } from "./changes/change.ts";
import { describeApp } from "./changes/describe-app.ts";
import { describeEntity } from "./changes/describe-entity.ts";
import { describeMessages } from "./changes/describe-messages.ts";
import { describeSamples } from "./changes/describe-samples.ts";
import type { Config } from "./config.ts";

/** More than anyone reads. */
const MOST = 100;

/**
 * What differs between two configs, in words, in the order of the files and of what stands in them. What means the same
 * is not told, however it is written. `more`: how many changes there are beyond those listed.
 */
export function describeChanges(
  before: Config,
  after: Config,
): { readonly changes: readonly Change[]; readonly more: number } {
  const changes = [
    ...describeApp(before, after),
    ...idsOf(before.entities, after.entities).flatMap((id) =>
      describeEntity(before.entities.get(id), after.entities.get(id)),
    ),
    ...describeMessages(before.messages, after.messages),
    ...idsOf(before.samples, after.samples).flatMap((id) => describeSamples(id, before, after)),
  ];
  return { changes: changes.slice(0, MOST), more: Math.max(0, changes.length - MOST) };
}

function idsOf(...maps: readonly ReadonlyMap<string, unknown>[]): string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))].sort();
}
