import type { Entity } from "../entity.ts";
import type { Change } from "./change.ts";
import { about, type Compared, changeAt } from "./compared.ts";
import { describeObject } from "./describe-value.ts";
import { mergeNames, movedNames } from "./order.ts";

/** The columns of a list: what comes, goes, moves, and what changes in each. */
export function describeColumns(compared: Compared, before: Entity, after: Entity): Change[] {
  const old = columnsOf(before);
  const fresh = columnsOf(after);
  const names = [[...old.keys()], [...fresh.keys()]] as const;
  const moved = movedNames(...names);
  return mergeNames(...names).flatMap((name) => {
    const from = old.get(name);
    const to = fresh.get(name);
    const column = from ?? to;
    if (column === undefined) return [];
    const at = about(compared, column.label, (to ?? column).index);
    const thing = { ...at, what: "column" };
    if (from === undefined) return [changeAt(thing, "added")];
    if (to === undefined) return [changeAt(thing, "removed")];
    const places = { from: String(from.index + 1), to: String(to.index + 1) };
    return [
      ...(moved.has(name) ? [changeAt(thing, "moved", places)] : []),
      ...describeObject(at, from.written, to.written),
    ];
  });
}

/** By what they show; a second column of the same field is another. */
function columnsOf({ list, source }: Entity) {
  const seen = new Map<string, number>();
  return new Map(
    source.list.columns.map((written, index) => {
      const count = seen.get(written.field) ?? 0;
      seen.set(written.field, count + 1);
      const label = list.columns[index]?.label ?? written.field;
      // left out means false
      return [`${written.field}#${count}`, { index, label, written: { sortable: false, ...written } }];
    }),
  );
}
