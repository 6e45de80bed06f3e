import type { EntityConfig } from "../../model/entity-config.ts";
import type { InverseListConfig } from "../../model/list/inverse-list.ts";
import { below } from "../../record/path.ts";
import { nameHints } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { filterableField } from "../resolve/filterable.ts";
import { localTextFault } from "../resolve/local-text.ts";
import { ENTITY_FIELDS, writtenFields } from "../resolve/written-field.ts";
import type { Check, Written, WrittenConfig } from "../written-config.ts";

/** Inverse lists name a reference to their entity, and columns that the other list has. */
export const checkInverseLists: Check = (config) => {
  for (const [id, { report, value: entity }] of config.entities) {
    const seen = new Set<string>();
    entity.referredBy?.forEach((written, index) => {
      const at = below("/referredBy", index);
      const { field, label, sort } = written;
      const key = `${written.entity} ${field}`;
      if (seen.has(key))
        report(
          below(at, "field"),
          "FIELD_TWICE",
          `There is a list of "${written.entity}" by "${field}" already.`,
        );
      seen.add(key);
      const unlabelled = label === undefined ? undefined : localTextFault(label, entity.language);
      const isSpoken = config.messages === undefined || Object.hasOwn(config.messages.value, entity.language);
      if (unlabelled !== undefined && isSpoken) report(below(at, "label"), "NO_LABEL", unlabelled);
      if (!config.entityIds.has(written.entity)) {
        const message = `It lists records of "${written.entity}", which is no entity.`;
        report(below(at, "entity"), "UNKNOWN_ENTITY", {
          message,
          ...nameHints(written.entity, config.entityIds),
        });
        return;
      }
      const other = config.entities.get(written.entity);
      if (other === undefined) return;
      checkReference(config, id, written, other.value, report, below(at, "field"));
      if (other.isReported("/list/columns")) return;
      checkColumns(written, other, report, below(at, "columns"));
      if (sort !== undefined) checkSort(written, sort.field, other, report, below(at, "sort", "field"));
    });
  }
};

/** The field refers to this entity, and a list can be narrowed by it. */
function checkReference(
  { broken, entityIds }: WrittenConfig,
  id: string,
  { entity, field }: InverseListConfig,
  other: EntityConfig,
  report: Report,
  at: string,
): void {
  const found = filterableField(broken, other, field);
  if (found.at === "unreadable") return;
  if (found.at === "field" && found.kind === "reference") {
    const referred = found.schema?.reference?.entity;
    // One that is no entity is reported at the field itself.
    if (referred === id || (referred !== undefined && !entityIds.has(referred))) return;
  }
  const known = referencesTo(other, id);
  const hints =
    known.length > 0
      ? nameHints(field, known)
      : { hint: `Give "${entity}" a field with "reference": { "entity": "${id}" }, or remove this list.` };
  if (found.at === "nothing" || found.at === "leftOut") {
    report(at, "UNKNOWN_FIELD", {
      message: `"${entity}" has no field "${field}" that refers to "${id}".`,
      ...hints,
    });
    return;
  }
  const isInList = found.at === "inside" ? found.schema.type === "array" : found.schema?.items !== undefined;
  if (isInList) {
    const message = `"${field}" of "${entity}" is a list: records are listed by one reference of their own.`;
    const hint = `A kind of record of its own, with one reference to each of the two, can be listed.`;
    report(at, "FIELD_SHAPE", { message, ...(known.length > 0 ? hints : { hint }) });
    return;
  }
  const message = `"${field}" of "${entity}" does not refer to "${id}".`;
  report(at, "FIELD_SHAPE", { message, ...hints });
}

/** The paths of the entity's references to another, also inside objects, but not inside lists. */
function referencesTo({ schema: { properties } }: EntityConfig, id: string): readonly string[] {
  return [...writtenFields(properties, ENTITY_FIELDS)].flatMap((written) => {
    const names: string[] = [];
    for (let one: typeof written | undefined = written; one !== undefined; one = one.parent)
      names.unshift(one.name);
    return written.schema.reference?.entity === id && !names.includes("") ? [names.join(".")] : [];
  });
}

function checkColumns(
  { entity, columns = [] }: InverseListConfig,
  { value: { list } }: Written<EntityConfig>,
  report: Report,
  at: string,
): void {
  const known = list.columns.map(({ field }) => field);
  columns.forEach((field, index) => {
    if (columns.indexOf(field) < index)
      report(below(at, index), "FIELD_TWICE", `It shows "${field}" a second time.`);
    if (!known.includes(field)) report(below(at, index), "UNKNOWN_FIELD", noColumn(field, entity, known));
  });
}

function checkSort(
  { entity }: InverseListConfig,
  field: string,
  { value: { list } }: Written<EntityConfig>,
  report: Report,
  at: string,
): void {
  const column = list.columns.find((one) => one.field === field);
  if (column?.sortable === true) return;
  const sortable = list.columns.flatMap((one) => (one.sortable === true ? [one.field] : []));
  if (column === undefined) {
    report(at, "UNKNOWN_FIELD", noColumn(field, entity, sortable));
    return;
  }
  const message = `It is sorted by "${field}", by which the list of "${entity}" cannot be sorted.`;
  report(at, "NOT_SORTABLE", { message, hint: `Add "sortable": true to that column of "${entity}".` });
}

function noColumn(field: string, entity: string, known: readonly string[]) {
  const {
    hint = `Add it to "columns" of the list of "${entity}", with "hidden": true if only this shows it.`,
    ...found
  } = nameHints(field, known);
  return { message: `"${field}" is no column of the list of "${entity}".`, ...found, hint };
}
