import type { Change } from "../../model/change.ts";
import type { Config, Messages, Sample } from "../../model/config.ts";
import { ownValue } from "../../record/json.ts";
import { about, changeAt, inside } from "./change.ts";
import { describeApp } from "./describe-app.ts";
import { describeEntity } from "./describe-entity.ts";
import { canonical, describeValue } from "./describe-value.ts";
import { mergeNames } from "./order.ts";

/** More than anyone reads. */
const MAX_CHANGES = 100;

/**
 * What differs between two configs, in words, in the order of the files and of what stands in them. What means the same
 * is no difference, however it is written. `more`: how many changes there are beyond those listed.
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
  return { changes: changes.slice(0, MAX_CHANGES), more: Math.max(0, changes.length - MAX_CHANGES) };
}

function idsOf(...maps: readonly ReadonlyMap<string, unknown>[]): string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))].sort();
}

/** How many sample records of an entity come, go and change. Those with an `_id` are known by it, others by all they hold. */
function describeSamples(id: string, before: Config, after: Config): Change[] {
  const label = (before.entities.get(id) ?? after.entities.get(id))?.label ?? id;
  const compared = { file: `samples/${id}.json`, path: "", subject: [label], what: "records" };
  const old = byName(before.samples.get(id) ?? []);
  const fresh = byName(after.samples.get(id) ?? []);
  const added = [...fresh.keys()].filter((name) => !old.has(name)).length;
  const removed = [...old.keys()].filter((name) => !fresh.has(name)).length;
  const changed = [...old].filter(([name, text]) => fresh.has(name) && fresh.get(name) !== text).length;
  return [
    ...(added === 0 ? [] : [changeAt(compared, "added", { to: String(added) })]),
    ...(removed === 0 ? [] : [changeAt(compared, "removed", { from: String(removed) })]),
    ...(changed === 0 ? [] : [changeAt(compared, "changed", { to: String(changed) })]),
  ];
}

function byName(samples: readonly Sample[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const sample of samples) {
    const text = canonical(sample);
    const name = sample._id === undefined ? text : canonical(sample._id);
    // the same record a second time
    let free = name;
    for (let count = 2; named.has(free); count += 1) free = `${name} ${count}`;
    named.set(free, text);
  }
  return named;
}

/** The sentences of `messages.json`, by language and key. A language that nothing speaks is none. */
function describeMessages(before: Messages, after: Messages): Change[] {
  const compared = { file: "messages.json", path: "", subject: [], what: "" };
  return mergeNames(Object.keys(before), Object.keys(after)).flatMap((language) => {
    const from = ownValue(before, language);
    const to = ownValue(after, language);
    const at = about(compared, language, language);
    const thing = { ...at, what: "language" };
    if (from === undefined) return [changeAt(thing, "added")];
    if (to === undefined) return [changeAt(thing, "removed")];
    return mergeNames(Object.keys(from), Object.keys(to)).flatMap((key) =>
      describeValue(inside(at, key), ownValue(from, key), ownValue(to, key)),
    );
  });
}
