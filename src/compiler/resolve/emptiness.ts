import type { EntityConfig } from "../../model/entity-config.ts";
import { SYSTEM_FILTERS } from "../../model/list/list-filter.ts";
import { ownValue } from "../../record/json.ts";
import { splitPath } from "../../record/path.ts";
import { fieldsOnPath } from "./written-field.ts";

type Schema = EntityConfig["schema"];

/** Whether people can leave a field empty: a yes/no with a default always says one of the two. */
export function isLeftEmpty(schema: Schema, path: string): boolean {
  return isConditional(schema, path) || (!isDecided(schema, path) && !isRequired(schema, path));
}

/**
 * Whether no record can be without a value. What is required now may be missing in older records, but a new yes/no with a
 * default got that everywhere. A program may clear one that is not required.
 */
export function isNeverEmpty(schema: Schema, path: string): boolean {
  const system = ownValue<{ readonly mayBeEmpty: boolean }>(SYSTEM_FILTERS, path);
  if (system !== undefined) return !system.mayBeEmpty;
  return !isConditional(schema, path) && isDecided(schema, path) && isRequired(schema, path);
}

/** Whether conditions may hide any field on the way, or let it be left out. */
function isConditional({ properties }: Schema, path: string): boolean {
  return fieldsOnPath(properties, path).fields.some(({ conditions }) => conditions !== undefined);
}

/** Whether it is a yes/no that has a default. */
function isDecided({ properties }: Schema, path: string): boolean {
  const last = fieldsOnPath(properties, path).fields.at(-1);
  return last?.type === "boolean" && last.default !== undefined;
}

/** Whether every field on the way must be filled. */
function isRequired({ properties, required = [] }: Schema, path: string): boolean {
  const { fields } = fieldsOnPath(properties, path);
  return splitPath(path).every((name, at) =>
    (at === 0 ? required : (fields[at - 1]?.required ?? [])).includes(name),
  );
}
