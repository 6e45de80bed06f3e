import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { isInLists } from "../../model/fields-in-lists.ts";
import { filterKind, type ListFilterKind, SYSTEM_FILTERS } from "../../model/list/list-filter.ts";
import { ownValue } from "../../record/json.ts";
import { fieldsOnPath, isShown, shownNames } from "./written-field.ts";

/** What a filter's field is. */
export interface FilterableField {
  readonly kind: ListFilterKind;
  readonly isMoment: boolean;
  /** undefined for a field that the server sets. */
  readonly schema: FieldSchema | undefined;
}

type FilterableAnswer =
  | ({ readonly at: "field" } & FilterableField)
  /** No such field; `known`: the names that are possible in place of `name`. */
  | { readonly at: "nothing"; readonly name: string; readonly known: readonly string[] }
  /** It leads on from a field that a filter does not look into. */
  | { readonly at: "inside"; readonly outer: string; readonly schema: FieldSchema }
  /** Lists are answered without it. */
  | { readonly at: "leftOut" }
  /** Reported elsewhere: nothing may be concluded from it. */
  | { readonly at: "unreadable" };

/** The field that a filter names: the record's own, into objects. */
export function filterableField(
  broken: ReadonlySet<object>,
  { schema: { properties } }: EntityConfig,
  path: string,
): FilterableAnswer {
  const system = ownValue<{ readonly kind: ListFilterKind }>(SYSTEM_FILTERS, path);
  if (system !== undefined)
    return { at: "field", kind: system.kind, isMoment: system.kind === "date", schema: undefined };
  const { fields, missing } = fieldsOnPath(properties, path);
  if (fields.some((field) => broken.has(field))) return { at: "unreadable" };
  const outer = fields.find(({ type, image }, at) => at < fields.length - 1 && (type !== "object" || image));
  const last = fields.at(-1);
  const isInside = missing !== undefined && last !== undefined && last.properties === undefined;
  if (isInside || outer !== undefined) {
    const schema = outer ?? last;
    const depth = schema === undefined ? 0 : fields.indexOf(schema) + 1;
    if (schema !== undefined)
      return { at: "inside", outer: path.split(".").slice(0, depth).join("."), schema };
  }
  const known = [...shownNames(properties), ...Object.keys(SYSTEM_FILTERS)];
  if (missing !== undefined)
    return { at: "nothing", name: missing.name, known: fields.length === 0 ? known : missing.known };
  if (last === undefined || !fields.every(isShown)) return { at: "nothing", name: path, known };
  if (!isInLists(last)) return { at: "leftOut" };
  const kind = filterKind(last);
  return { at: "field", kind, isMoment: last.format === "date-time", schema: last };
}
