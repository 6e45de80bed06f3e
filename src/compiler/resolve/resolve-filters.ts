import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema, Reference } from "../../model/field-schema.ts";
import { filterKind, type ListFilter, SYSTEM_FILTERS } from "../../model/list/list-filter.ts";
import { ownValue } from "../../record/json.ts";
import { splitPath } from "../../record/path.ts";
import { isLeftEmpty } from "./emptiness.ts";
import type { PathScope } from "./find-path.ts";
import { localTextIn } from "./local-text.ts";
import { resolveReference } from "./resolve-display.ts";
import { fieldsOnPath } from "./written-field.ts";

/** The filters of a list, complete. Only for a config without problems. */
export function resolveFilters(
  { language, list, schema }: EntityConfig,
  scope: PathScope,
): readonly ListFilter[] {
  return (list.filters ?? []).map((written) => {
    const { field, label } = typeof written === "string" ? { field: written, label: undefined } : written;
    const given = label === undefined ? undefined : localTextIn(label, language);
    const system = ownValue<Partial<ListFilter> & Pick<ListFilter, "kind" | "mayBeEmpty">>(
      SYSTEM_FILTERS,
      field,
    );
    if (system !== undefined) return { field, label: given ?? field, ...system };
    const { fields, missing } = fieldsOnPath(schema.properties, field);
    const last = fields.at(-1);
    if (last === undefined || missing !== undefined) throw new Error(`The filter ${field} was not checked.`);
    const [name = field] = splitPath(field).slice(-1);
    return {
      field,
      label: given ?? last.title ?? name,
      ...filterOf(last, scope),
      mayBeEmpty: isLeftEmpty(schema, field),
    };
  });
}

function filterOf(schema: FieldSchema, scope: PathScope): Omit<ListFilter, "field" | "label" | "mayBeEmpty"> {
  const { enum: values, labels = {}, reference, format } = schema;
  const kind = filterKind(schema);
  return {
    kind,
    ...(kind === "date" && format === "date-time" ? { isMoment: true as const } : {}),
    ...(kind === "choice" && values !== undefined
      ? {
          values: values.map((value) => ({
            value,
            label: ownValue<string>(labels, String(value)) ?? String(value),
          })),
        }
      : {}),
    ...(reference === undefined ? {} : { reference: namingOf(reference, scope) }),
  };
}

function namingOf(reference: Reference, scope: PathScope): NonNullable<ListFilter["reference"]> {
  const { entity, label, title } = resolveReference(reference, scope);
  return { entity, label, title };
}
