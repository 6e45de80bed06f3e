import type { Change } from "../../model/change.ts";
import type { Entity } from "../../model/entity.ts";
import type { EntityConfig } from "../../model/entity-config.ts";
import { about, type ComparedPart, changeAt } from "./change.ts";
import { describeFields } from "./describe-fields.ts";
import { describeTabs } from "./describe-tabs.ts";
import { type Describe, describeNamed, describeNothing, describeObject } from "./describe-value.ts";

/** One entity's file; `undefined` where there is none. */
export function describeEntity(before: Entity | undefined, after: Entity | undefined): readonly Change[] {
  const entity = before ?? after;
  if (entity === undefined) return [];
  const compared = { file: `entities/${entity.id}.json`, path: "", subject: [entity.label], what: "" };
  if (before === undefined) return [changeAt({ ...compared, what: "entity" }, "added")];
  if (after === undefined) return [changeAt({ ...compared, what: "entity" }, "removed")];
  // Most entities are the same; comparing them part by part takes fifty times as long.
  if (JSON.stringify(before.source) === JSON.stringify(after.source)) return [];
  const [old, fresh] = [before.source, after.source];
  const columns: Describe = (at) => describeColumns(at, before, after);
  return describeObject(
    compared,
    old,
    fresh,
    new Map<string, Describe>([
      ["$schema", describeNothing],
      ["referredBy", (at) => describeInverseLists(at, before, after)],
      // The order of the fields is described as the form shows it.
      ["schema", (at) => describeFields({ ...at, what: "" }, old.schema, fresh.schema, false)],
      [
        "form",
        (at) => [
          ...describeObject(at, old.form, fresh.form, new Map([["tabs", describeNothing]])),
          ...describeTabs({ ...at, path: `${at.path}/tabs` }, before, after),
        ],
      ],
      [
        "list",
        (at) => {
          const own = new Map<string, Describe>([
            ["columns", columns],
            ["views", (inner) => describeViews(inner, before, after)],
          ]);
          return describeObject(at, old.list, fresh.list, own);
        },
      ],
    ]),
  );
}

/** Of all differences only the fields that went and came: those are known also while other parts have problems. */
export function describeFieldNames(before: Entity, after: EntityConfig): readonly Change[] {
  const compared = { file: `entities/${before.id}.json`, path: "/schema", subject: [before.label], what: "" };
  return describeFields(compared, before.source.schema, after.schema, false).filter(
    ({ kind, what }) => what === "field" && (kind === "added" || kind === "removed"),
  );
}

function describeColumns(compared: ComparedPart, before: Entity, after: Entity): Change[] {
  return describeNamed(columnsOf(before), columnsOf(after), {
    what: "column",
    ordered: true,
    at: (_name, { label }, place) => about(compared, label, place),
    changesIn: (at, from, to) => describeObject(at, from.written, to.written),
  });
}

/** By the field that they show; a second column of the same field is another. */
function columnsOf({ list, source }: Entity) {
  const seen = new Map<string, number>();
  return new Map(
    source.list.columns.map((written, index) => {
      const count = seen.get(written.field) ?? 0;
      seen.set(written.field, count + 1);
      const label = list.columns[index]?.label ?? written.field;
      // left out means false
      return [`${written.field}#${count}`, { label, written: { sortable: false, ...written } }];
    }),
  );
}

function describeViews(compared: ComparedPart, before: Entity, after: Entity): Change[] {
  return describeNamed(viewsOf(before), viewsOf(after), {
    what: "view",
    ordered: true,
    at: (_id, { label }, place) => about(compared, label, place),
    changesIn: (at, from, to) => describeObject(at, from.written, to.written),
  });
}

function viewsOf({ list, source }: Entity) {
  return new Map(
    (source.list.views ?? []).map((written, index) => {
      const label = list.views[index]?.label ?? written.id;
      return [written.id, { label, written: { default: false, ...written } }];
    }),
  );
}

function describeInverseLists(compared: ComparedPart, before: Entity, after: Entity): Change[] {
  return describeNamed(inverseListsOf(before), inverseListsOf(after), {
    what: "inverse list",
    ordered: true,
    at: (_key, { label }, place) => about(compared, label, place),
    changesIn: (at, from, to) => describeObject(at, from.written, to.written),
  });
}

function inverseListsOf({ referredBy, source }: Entity) {
  return new Map(
    (source.referredBy ?? []).map((written, index) => {
      const label = referredBy[index]?.label ?? written.entity;
      // left out means true
      return [`${written.entity} ${written.field}`, { label, written: { create: true, ...written } }];
    }),
  );
}
