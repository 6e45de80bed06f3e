import {
  formatListFilter,
  type ListFilterCondition,
  type ListFilterQuery,
} from "../../../wire/list-filter-query.ts";

/** Changes the filter of a list, by default as a step that Back undoes. */
export type ChangeFilter = (filter: ListFilterQuery, step?: { readonly replace: boolean }) => void;

/** The conditions on one field. */
export function conditionsOn(filter: ListFilterQuery, field: string): readonly ListFilterCondition[] {
  return filter.filter((one) => one.field === field);
}

/** The filter with these conditions on a field in place of those that it has. */
export function withConditions(
  filter: ListFilterQuery,
  field: string,
  conditions: readonly ListFilterCondition[],
): ListFilterQuery {
  const at = filter.findIndex((one) => one.field === field);
  const others = filter.filter((one) => one.field !== field);
  return at === -1 ? [...filter, ...conditions] : others.toSpliced(at, 0, ...conditions);
}

/** The conditions but for those on being empty. */
export function valueConditions(conditions: readonly ListFilterCondition[]): readonly ListFilterCondition[] {
  return conditions.filter(({ op }) => op !== "empty");
}

/** Whether the field shall be empty; undefined where that is not asked. */
export function emptiness(conditions: readonly ListFilterCondition[]): boolean | undefined {
  const value = conditions.find(({ op }) => op === "empty")?.value;
  return typeof value === "boolean" ? value : undefined;
}

/** The values of which one is asked for. */
export function chosenValues(conditions: readonly ListFilterCondition[]): readonly (string | number)[] {
  return valueConditions(conditions).flatMap(({ op, value }) => {
    const list = op === "eq" || op === "in" ? (Array.isArray(value) ? value : [value]) : [];
    return list.filter((one): one is string | number => typeof one === "string" || typeof one === "number");
  });
}

/** The condition of having one of these values. */
export function anyOf(field: string, values: readonly (string | number)[]): readonly ListFilterCondition[] {
  const [only] = values;
  if (only === undefined) return [];
  return [values.length === 1 ? { field, op: "eq", value: only } : { field, op: "in", value: [...values] }];
}

/** The bounds of a number or a day; a single value is both. */
export function rangeOf(conditions: readonly ListFilterCondition[]) {
  const first = (...ops: readonly string[]) => conditions.find(({ op }) => ops.includes(op))?.value;
  return { from: first("gte", "eq"), to: first("lte", "eq") };
}

/** The condition of standing between two bounds, each of which may be missing. */
export function between(
  field: string,
  from: string | number | undefined,
  to: string | number | undefined,
): readonly ListFilterCondition[] {
  if (from !== undefined && from === to) return [{ field, op: "eq", value: from }];
  return [
    ...(from === undefined ? [] : [{ field, op: "gte" as const, value: from }]),
    ...(to === undefined ? [] : [{ field, op: "lte" as const, value: to }]),
  ];
}

/** Whether both ask for the same. */
export function isSameFilter(one: ListFilterQuery, other: ListFilterQuery): boolean {
  const spelled = (filter: ListFilterQuery) => JSON.stringify(formatListFilter(filter).sort());
  return spelled(one) === spelled(other);
}
