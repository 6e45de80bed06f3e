import type { When } from "../../../model/condition.ts";
import type { FieldSchema } from "../../../model/field-schema.ts";
import type { Json, RecordData } from "../../../model/record.ts";
import { fieldState } from "../../../record/conditions.ts";
import { isObject } from "../../../record/json.ts";
import { splitPath } from "../../../record/path.ts";
import { fieldNamed, fieldsOnPath, type Properties } from "../../resolve/written-field.ts";

/** What a role can make of a new record. */
interface NewRecord {
  readonly properties: Properties;
  readonly required: readonly string[];
  /** Whether a top-level field may have any value; one that may not has its default, or nothing. */
  isFree(name: string): boolean;
}

/** Most records that are tried. */
const MAX_TRIED = 4096;

/** Whether a top-level field must be filled in a new record: in each, in some, or in none. */
export function requiredWhenNew(
  name: string,
  schema: FieldSchema,
  made: NewRecord,
): "each" | "some" | "none" {
  const required = made.required.includes(name);
  const { conditions = [] } = schema;
  if (!conditions.some(({ require, show }) => require !== undefined || show !== undefined))
    return required ? "each" : "none";
  const records = recordsWith(
    conditions.flatMap(({ when }) => [...comparedIn(when)]),
    made,
  );
  // With so many, one of them is as good as sure to be there.
  if (records === undefined) return "some";
  const states = records.map((record) => fieldState({ required, conditions }, record, "create").required);
  return states.every(Boolean) ? "each" : states.some(Boolean) ? "some" : "none";
}

type Comparison = When & { readonly field: string };

function* comparedIn(when: When): Generator<Comparison> {
  if (when.field !== undefined) yield { ...when, field: when.field };
  for (const inner of [...(when.all ?? []), ...(when.any ?? []), ...(when.not ? [when.not] : [])])
    yield* comparedIn(inner);
}

/** A new record for each way in which the comparisons can turn out; undefined where those are too many. */
function recordsWith(compared: readonly Comparison[], made: NewRecord): readonly RecordData[] | undefined {
  let records: RecordData[] = [{}];
  for (const path of new Set(compared.map(({ field }) => field))) {
    const values = valuesOf(
      path,
      compared.filter(({ field }) => field === path),
      made,
    );
    if (records.length * values.length > MAX_TRIED) return undefined;
    records = records.flatMap((record) => values.map((value) => withValue(record, splitPath(path), value)));
  }
  return records;
}

/** The values that make a difference to the comparisons. */
function valuesOf(path: string, compared: readonly Comparison[], made: NewRecord): readonly Json[] {
  const [top = "", ...rest] = splitPath(path);
  const field = fieldsOnPath(made.properties, path).fields.at(-1);
  if (!made.isFree(top)) {
    const outer = fieldNamed(made.properties, top)?.default as Json | undefined;
    const given = rest.reduce<Json | undefined>(
      (value, key) => (isObject(value) ? value[key] : undefined),
      outer,
    );
    return [given ?? (field?.default as Json | undefined) ?? null];
  }
  const isSure = rest.length === 0 && made.required.includes(top) && field?.conditions === undefined;
  const none = isSure ? [] : [null];
  if (field?.enum !== undefined) return [...none, ...field.enum];
  if (field?.type === "boolean") return [...none, true, false];
  const named = compared.flatMap(({ is, isNot, in: some = [], above, below }) => [
    ...[is, isNot, ...some].filter((one) => one !== undefined),
    ...[above, below].flatMap((limit) => (limit === undefined ? [] : [limit - 1, limit, limit + 1])),
  ]);
  return [...new Set<Json>([...none, ...named, "a value that no test names"])];
}

function withValue(record: RecordData, [key = "", ...rest]: readonly string[], value: Json): RecordData {
  const before = record[key];
  const inner = rest.length === 0 ? value : withValue(isObject(before) ? before : {}, rest, value);
  return { ...record, [key]: inner as Json };
}
