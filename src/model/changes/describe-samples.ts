import type { Config, Sample } from "../config.ts";
import type { Change } from "./change.ts";
import { changeAt } from "./compared.ts";
import { canonical } from "./words.ts";

/** How many sample records of an entity come, go and change. Those with an `_id` are known by it, others by all they hold. */
export function describeSamples(id: string, before: Config, after: Config): Change[] {
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
