import type { Entity } from "../entity.ts";
import type { Change } from "./change.ts";
import { changeAt } from "./compared.ts";
import { describeColumns } from "./describe-columns.ts";
import { describeFields } from "./describe-fields.ts";
import { describeTabs } from "./describe-tabs.ts";
import { type Describe, describeObject, tellNothing } from "./describe-value.ts";

/** One entity's file; `undefined` where there is none. */
export function describeEntity(before: Entity | undefined, after: Entity | undefined): readonly Change[] {
  const entity = before ?? after;
  if (entity === undefined) return [];
  const compared = { file: `entities/${entity.id}.json`, path: "", subject: [entity.label], what: "" };
  if (before === undefined) return [changeAt({ ...compared, what: "entity" }, "added")];
  if (after === undefined) return [changeAt({ ...compared, what: "entity" }, "removed")];
  const form: Describe = (at) =>
    describeObject(at, before.source.form, after.source.form, new Map([["tabs", tellNothing]])).concat(
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
      ["$schema", tellNothing],
      // where the fields stand is told as the form shows it
      [
        "schema",
        (at) => describeFields({ ...at, what: "" }, before.source.schema, after.source.schema, false),
      ],
      ["form", form],
      ["list", list],
    ]),
  );
}
