import type { Json } from "../../model/record.ts";
import type { PendingWork } from "../../plugin/host.ts";
import type { Homeless, HomelessValues } from "./carry-over.ts";
import type { Leaf } from "./leaves.ts";

/** Ends the work of fields that are no more, or have another widget now; answers what would have come of it. */
export function giveUpWork(
  works: Map<string, PendingWork<Json>>,
  before: readonly Leaf[],
  next: readonly Leaf[],
): HomelessValues {
  const widgets = new Map(next.map(({ path, field }) => [path, field.widget?.name]));
  const gone = new Map<string, Homeless>();
  for (const { path, field } of before) {
    const work = works.get(path);
    if (work === undefined || widgets.get(path) === field.widget?.name) continue;
    works.delete(path);
    work.left?.();
    gone.set(path, { field, value: work.standIn ?? null, isLost: true });
  }
  return gone;
}
