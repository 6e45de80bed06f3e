import type { Change } from "../../model/change.ts";
import type { Entity } from "../../model/entity.ts";
import { about, type ComparedPart, changeAt } from "./change.ts";
import { describeFields } from "./describe-fields.ts";
import { describeTabs } from "./describe-tabs.ts";
import { type Describe, describeNothing, describeObject } from "./describe-value.ts";
import { mergeNames, movedNames } from "./order.ts";

/** One entity's file; `undefined` where there is none. */
export function describeEntity(before: Entity | undefined, after: Entity | undefined): readonly Change[] {
  const entity = before ?? after;
  if (entity === undefined) return [];
  const compared = { file: `entities/${entity.id}.json`, path: "", subject: [entity.label], what: "" };
  if (before === undefined) return [changeAt({ ...compared, what: "entity" }, "added")];
  if (after === undefined) return [changeAt({ ...compared, what: "entity" }, "removed")];
  const form: Describe = (at) =>
    describeObject(at, before.source.form, after.source.form, new Map([["tabs", describeNothing]])).concat(
      describeTabs({ ...at, path: `${at.path}/tabs` }, before, after),
    );
  const list: Describe = (at) =>
    describeObject(
      at,
      before.source.list,
      after.source.list,
      new Map([["columns", (columns) => describeColumns(columns, before, after)]]),
    );
  return describeObject(
    compared,
    before.source,
    after.source,
    new Map([
      ["$schema", describeNothing],
      // where the fields stand is described as the form shows it
      [
        "schema",
        (at) => describeFields({ ...at, what: "" }, before.source.schema, after.source.schema, false),
      ],
      ["form", form],
      ["list", list],
    ]),
  );
}

/** The columns of a list: what comes, goes, moves, and what changes in each. */
function describeColumns(compared: ComparedPart, before: Entity, after: Entity): Change[] {
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
