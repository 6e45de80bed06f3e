import { formatListFilter, type ListFilterCondition, type ListFilterQuery } from "../../../wire/list-filter-query.ts";

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

/** The conditions but for the one on being empty; those of another op stay apart from it. */
export function valueConditions(conditions: readonly ListFilterCondition[]): readonly ListFilterCondition[] {
  return conditions.filter(({ op }) => op !== "empty");
}

/** Whether the field shall be empty; undefined where that is not asked. */
export function emptiness(conditions: readonly ListFilterCondition[]): boolean | undefined {
  const value = conditions.find(({ op }) => op === "empty")?.value;
  return typeof value === "boolean" ? value : undefined;
}

/** Conditions on the value in place of those there are: what shall have a value is not empty. */
export function withValues(
  conditions: readonly ListFilterCondition[],
  values: readonly ListFilterCondition[],
): readonly ListFilterCondition[] {
  const isFilled = conditions.filter(({ op, value }) => op === "empty" && value === false);
  return [...values, ...isFilled];
}

/** Of each value whether it is one of those asked for; of none, where none is asked for. */
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
  const valueOf = (...ops: readonly string[]) => conditions.find(({ op }) => ops.includes(op))?.value;
  return { from: valueOf("gte") ?? valueOf("eq"), to: valueOf("lte") ?? valueOf("eq") };
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
