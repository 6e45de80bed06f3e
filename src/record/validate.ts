import type { ErrorObject } from "ajv";
import type { Field } from "../model/entity.ts";
import { RULES } from "../model/keywords.ts";
import type { RecordData } from "../model/record.ts";
import { fieldState, type Mode } from "./conditions.ts";
import { isEmpty, isObject, ownValue } from "./json.ts";
import { below, segmentsOf, valueAt } from "./path.ts";
import { isGroup } from "./walk.ts";

/** The part of ajv's errors that is used. */
export type SchemaError = Pick<ErrorObject, "instancePath" | "keyword" | "params">;

/** A rule that a record breaks, without its message. */
export interface FieldProblem {
  /** JSON pointer: `/articles/2/article`. */
  readonly path: string;
  readonly keyword: string;
  readonly params: {
    /** The 20 of `maxLength: 20`. */
    readonly limit?: string | number;
    readonly value?: unknown;
    /** Pointer of the field that has the rule, where that is not the one at `path`. */
    readonly declaredAt?: string;
  };
}

export interface RecordCheck {
  readonly fields: readonly Field[];
  readonly mode: Mode;
  /** Keys of no field are ignored. */
  readonly record: RecordData;
  /** The compiled JSON Schema (`server/runtime/compile-validator.ts`). */
  check(record: unknown): readonly SchemaError[];
  /** Whether `formOnly` fields are checked: in the browser they are, the server never gets them. */
  readonly withFormOnly?: boolean;
}

/**
 * The rules that a record breaks, at most one for a field, in the order of the fields. Hidden and empty fields are left
 * out; then required, JSON Schema, uniqueBy and equals are checked.
 */
export function validateRecord(given: RecordCheck): FieldProblem[] {
  const walk: Walk = { ...given, problems: [], order: new Map() };
  const part = visitFields(walk, given.fields, given.record, "");
  for (const { instancePath: path, keyword, params } of given.check(part)) {
    // Other keywords are the schema's own structure.
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

interface Walk extends RecordCheck {
  readonly problems: FieldProblem[];
  /** Pointers of the fields in the order in which they stand. */
  readonly order: Map<string, number>;
}

/** Collects the problems of our own rules, and returns the part of the object that is checked by JSON Schema. */
function visitFields(walk: Walk, fields: readonly Field[], object: unknown, at: string): unknown {
  // JSON Schema reports a value of the wrong type.
  if (!isObject(object)) return object;
  const kept: Record<string, unknown> = {};
  for (const field of fields) {
    const path = below(at, field.name);
    walk.order.set(path, walk.order.size);
    if (field.schema.formOnly === true && walk.withFormOnly !== true) continue;
    const state = fieldState(field, walk.record, walk.mode);
    if (!state.shown) continue;
    const value = visitValue(walk, field, ownValue(object, field.name), path, state.required);
    if (field.schema.equals !== undefined) {
      const other = ownValue(object, field.schema.equals);
      const same = value === other || (isEmpty(value) && isEmpty(other));
      if (!same) walk.problems.push({ path, keyword: "equals", params: {} });
    }
    // "" is an empty text; for other types it is a value of the wrong type.
    const blank = value === "" && field.schema.type === "string";
    if (!isNone(value) && !blank) kept[field.name] = value;
  }
  return kept;
}

function visitValue(walk: Walk, field: Field, value: unknown, path: string, required: boolean): unknown {
  const { schema } = field;
  // A missing list is checked as an empty one, and a missing group as one of empty fields.
  const found = isNone(value) ? (schema.type === "array" ? [] : isGroup(field) ? {} : undefined) : value;
  if (required && isEmpty(found)) {
    walk.problems.push({ path, keyword: "required", params: { value: found } });
    return undefined;
  }
  if (field.fields !== undefined) return visitFields(walk, field.fields, found, path);
  return visitList(walk, field, found, path);
}

/** Other values are returned as they are. */
function visitList(walk: Walk, { schema, items }: Field, value: unknown, path: string): unknown {
  if (items === undefined || !Array.isArray(value)) return value;
  if (schema.uniqueBy !== undefined) visitUnique(walk, schema.uniqueBy, value, path);
  return value.map((item, index) => visitItem(walk, items, item, below(path, index)));
}

/** An item keeps its index, so an empty one stays for JSON Schema to check. */
function visitItem(walk: Walk, items: Field, item: unknown, path: string): unknown {
  walk.order.set(path, walk.order.size);
  if (items.fields !== undefined) return visitFields(walk, items.fields, item ?? {}, path);
  return visitList(walk, items, item, path);
}

function visitUnique(walk: Walk, key: string, items: readonly unknown[], path: string): void {
  const seen = new Set<unknown>();
  items.forEach((item, index) => {
    const value = ownValue(item, key);
    if (isEmpty(value)) return;
    if (seen.has(value)) {
      const params = { value, declaredAt: path };
      walk.problems.push({ path: below(path, index, key), keyword: "uniqueBy", params });
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
