import type { ErrorObject } from "ajv";
import type { Field } from "../model/entity.ts";
import { RULES } from "../model/keywords.ts";
import type { RecordData } from "../model/record.ts";
import { fieldState, type Mode } from "./conditions.ts";
import { isEmpty, ownValue } from "./json.ts";
import { below, segmentsOf, valueAt } from "./path.ts";
import { isGroup } from "./walk.ts";

/** What ajv says of one broken keyword, as far as it is used. */
export type SchemaError = Pick<ErrorObject, "instancePath" | "keyword" | "params">;

/** One rule that a record breaks, not yet in words. */
export interface FieldProblem {
  /** JSON pointer: `/articles/2/article`. */
  readonly path: string;
  readonly keyword: string;
  readonly params: {
    /** What the rule allows: the 20 of `maxLength: 20`. */
    readonly limit?: string | number;
    /** What was found. */
    readonly value?: unknown;
    /** Pointer of the field that declares the rule, where that is not the one at `path`. */
    readonly declaredAt?: string;
  };
}

export interface RecordCheck {
  readonly fields: readonly Field[];
  readonly mode: Mode;
  /** As typed or as merged; keys that are no field are passed over. */
  readonly record: RecordData;
  /** The compiled JSON Schema (`server/runtime/compile-validator.ts`). */
  check(record: unknown): readonly SchemaError[];
  /** Whether fields that exist in the form alone are checked: in the browser they are, on the server they never arrive. */
  readonly withFormOnly?: boolean;
}

/**
 * The rules that a record breaks, at most one for a field, in the order of the fields. The one function of browser
 * and server: conditions → what is hidden or empty is left out → required → JSON Schema → uniqueBy, equals.
 */
export function validateRecord({
  fields,
  mode,
  record,
  check,
  withFormOnly = false,
}: RecordCheck): FieldProblem[] {
  const walk: Walk = { record, mode, withFormOnly, problems: [], order: new Map() };
  const part = visitFields(walk, fields, record, "");
  for (const error of check(part)) {
    const { instancePath: path, keyword, params } = error;
    // A keyword of the schema's own structure says nothing about a field.
    if (!RANKS.has(keyword)) continue;
    const limit = keyword === "multipleOf" ? params.multipleOf : params.limit;
    walk.problems.push({
      path,
      keyword,
      params: { ...(limit === undefined ? {} : { limit }), value: valueAt(part, segmentsOf(path)) },
    });
  }
  return firstOfEach(walk);
}

const RANKS: ReadonlyMap<string, number> = new Map(RULES.map((rule, index) => [rule, index]));

interface Walk {
  readonly record: RecordData;
  readonly mode: Mode;
  readonly withFormOnly: boolean;
  readonly problems: FieldProblem[];
  /** Pointers of the fields in the order in which they stand. */
  readonly order: Map<string, number>;
}

/** Collects problems of our own rules; answers the part of the object that the JSON Schema is to judge. */
function visitFields(walk: Walk, fields: readonly Field[], object: unknown, at: string): unknown {
  // Of the wrong kind: the schema says so.
  if (!isNone(object) && (typeof object !== "object" || Array.isArray(object))) return object;
  const kept: Record<string, unknown> = {};
  for (const field of fields) {
    const path = below(at, field.name);
    walk.order.set(path, walk.order.size);
    if (field.schema.formOnly === true && !walk.withFormOnly) continue;
    const state = fieldState(field, walk.record, walk.mode);
    if (!state.shown) continue;
    const value = visitValue(walk, field, ownValue(object, field.name), path, state.required);
    if (field.schema.equals !== undefined) {
      const other = ownValue(object, field.schema.equals);
      const same = value === other || (isEmpty(value) && isEmpty(other));
      if (!same) walk.problems.push({ path, keyword: "equals", params: {} });
    }
    // Blank text is no text; for every other kind it is a value of the wrong one.
    const blank = value === "" && field.schema.type === "string";
    if (!isNone(value) && !blank) kept[field.name] = value;
  }
  return kept;
}

function visitValue(walk: Walk, field: Field, value: unknown, path: string, required: boolean): unknown {
  const { schema } = field;
  // A list is there even when nothing is in it; so is an object whose fields are edited one by one.
  const found = isNone(value) ? (schema.type === "array" ? [] : isGroup(field) ? {} : undefined) : value;
  if (required && isEmpty(found)) {
    walk.problems.push({ path, keyword: "required", params: { value: found } });
    return undefined;
  }
  if (field.fields !== undefined && !isNone(found)) return visitFields(walk, field.fields, found, path);
  if (Array.isArray(found) && schema.type === "array") {
    if (schema.uniqueBy !== undefined) visitUnique(walk, schema.uniqueBy, found, path);
    return found.map((item, index) => visitItem(walk, field.items, item, below(path, index)));
  }
  return found;
}

/** An item keeps its place, so an empty one is left for the schema to judge. */
function visitItem(walk: Walk, items: Field | undefined, item: unknown, path: string): unknown {
  walk.order.set(path, walk.order.size);
  if (items?.fields === undefined) return item;
  return visitFields(walk, items.fields, item ?? {}, path);
}

function visitUnique(walk: Walk, key: string, items: readonly unknown[], path: string): void {
  const seen = new Set<unknown>();
  items.forEach((item, index) => {
    const value = ownValue(item, key);
    if (isEmpty(value)) return;
    if (seen.has(value)) {
      walk.problems.push({
        path: below(path, index, key),
        keyword: "uniqueBy",
        params: { value, declaredAt: path },
      });
    }
    seen.add(value);
  });
}

function firstOfEach({ problems, order }: Walk): FieldProblem[] {
  const first = new Map<string, FieldProblem>();
  for (const problem of problems) {
    const other = first.get(problem.path);
    if (other === undefined || rank(problem) < rank(other)) first.set(problem.path, problem);
  }
  const last = order.size;
  return [...first.values()].sort((a, b) => (order.get(a.path) ?? last) - (order.get(b.path) ?? last));
}

function rank({ keyword }: FieldProblem): number {
  return RANKS.get(keyword) ?? RULES.length;
}

function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
