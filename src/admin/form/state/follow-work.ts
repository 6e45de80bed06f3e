import type { Json } from "../../../model/record.ts";
import type { PendingWork } from "../../../plugin/host.ts";
import { kindOf } from "../../../record/convert.ts";
import type { Homeless, HomelessValues } from "./carry-over.ts";
import type { Leaf, LeafView } from "./field-views.ts";

/** A field that is no more, whose widget goes on with its work out of sight: the field may return. */
export interface Resting {
  readonly leaf: Leaf;
  /** What the widget is shown meanwhile. */
  readonly view: LeafView;
}
/** By dotted path. */
export type RestingLeaves = ReadonlyMap<string, Resting>;

export interface FollowedWork {
  readonly resting: RestingLeaves;
  /** What would have come of work that was let go: it cannot come back. */
  readonly lost: HomelessValues;
}

interface Before {
  readonly leaves: readonly Leaf[];
  readonly resting: RestingLeaves;
  view(path: string): LeafView;
  /** Takes the work of a field out of `works`, and tells it. */
  letGo(path: string): void;
}

/**
 * What becomes of held work in the form's next shape: it goes on with its field, rests where the field is gone, and is
 * let go where something else stands in its place now.
 */
export function followWork(
  works: ReadonlyMap<string, PendingWork<Json>>,
  before: Before,
  next: readonly Leaf[],
): FollowedWork {
  const resting = new Map<string, Resting>();
  const lost = new Map<string, Homeless>();
  const after = new Map(next.map((leaf) => [leaf.path, leaf]));
  const rested = [...before.resting.values()].map(({ leaf }) => leaf);
  for (const leaf of [...before.leaves, ...rested]) {
    const { path, field } = leaf;
    const work = works.get(path);
    if (work === undefined) continue;
    const now = after.get(path)?.field;
    const returns = before.resting.has(path);
    if (now === undefined && !next.some((other) => isNested(other.path, path))) {
      resting.set(path, before.resting.get(path) ?? { leaf, view: restingView(before.view(path)) });
    } else if (now?.widget?.name !== field.widget?.name || (returns && isOtherKind(leaf, after.get(path)))) {
      before.letGo(path);
      lost.set(path, { field, value: work.standIn ?? null, isLost: true });
    }
  }
  return { resting, lost };
}

/** What would come of the work that rests, to be listed. */
export function restingValues(
  works: ReadonlyMap<string, PendingWork<Json>>,
  resting: RestingLeaves,
): HomelessValues {
  return new Map(
    [...resting].map(([path, { leaf }]) => [
      path,
      { field: leaf.field, value: works.get(path)?.standIn ?? null },
    ]),
  );
}

/** Out of sight, with the value that it had: an empty one might make the widget drop its work. */
function restingView(view: LeafView): LeafView {
  return { ...view, shown: false, required: false, error: undefined, parts: [] };
}

function isOtherKind({ field }: Leaf, now: Leaf | undefined): boolean {
  return now !== undefined && kindOf(now.field) !== kindOf(field);
}

function isNested(one: string, other: string): boolean {
  return one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
