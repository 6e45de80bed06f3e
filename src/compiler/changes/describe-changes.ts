import type { Change } from "../../model/change.ts";
import type { Config, Messages, Sample } from "../../model/config.ts";
import type { Steps } from "../steps.ts";
import { about, changeAt } from "./change.ts";
import { describeApp } from "./describe-app.ts";
import { describeEntity } from "./describe-entity.ts";
import { canonical, describeNamed, describeObject } from "./describe-value.ts";

/** More than anyone reads. */
export const MAX_CHANGES = 100;

/**
 * The differences between two configs in words, in the order of the files and inside them. Another way to write the same
 * is no difference. `more`: how many changes are not listed.
 */
export function* describeChanges(
  before: Config,
  after: Config,
): Steps<{ readonly changes: readonly Change[]; readonly more: number }> {
  const changes = [...describeApp(before, after)];
  for (const id of idsOf(before.entities, after.entities)) {
    yield;
    changes.push(...describeEntity(before.entities.get(id), after.entities.get(id)));
  }
  yield;
  changes.push(...describeMessages(before.messages, after.messages));
  for (const id of idsOf(before.samples, after.samples)) {
    yield;
    changes.push(...describeSamples(id, before, after));
  }
  return { changes: changes.slice(0, MAX_CHANGES), more: Math.max(0, changes.length - MAX_CHANGES) };
}

function idsOf(...maps: readonly ReadonlyMap<string, unknown>[]): string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))].sort();
}

/** How many sample records of an entity are added, removed and changed. Those without `_id` are known by their content. */
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

/** The messages of `messages.json`, by language and key. Only languages that are used count. */
function describeMessages(before: Messages, after: Messages): Change[] {
  const compared = { file: "messages.json", path: "", subject: [], what: "" };
  return describeNamed(new Map(Object.entries(before)), new Map(Object.entries(after)), {
    what: "language",
    at: (language) => about(compared, language, language),
    changesIn: (at, from, to) => describeObject(at, from, to),
  });
}
