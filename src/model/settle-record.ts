import type { Field } from "./entity.ts";
import type { Mode } from "./evaluate-conditions.ts";
import { OPEN, type PlacedState, placedState } from "./field-states.ts";
import { isObject, ownValue } from "./json-value.ts";
import { readPath } from "./read-path.ts";
import type { Json, RecordData } from "./record.ts";
import { type JudgedField, settleOrder } from "./settle-order.ts";
import { writePath } from "./write-path.ts";

/** What a record is settled by. */
export interface SettleParts {
  readonly fields: readonly Field[];
  readonly mode: Mode;
  /** What a disabled field holds whatever was asked for: the stored record, or a new one's defaults. */
  readonly base: RecordData;
}

/**
 * What becomes of a wanted record by its conditions, on both sides the same: a hidden field that says
 * `whenHidden: "clear"` holds null, a disabled one what it held before (`base`). A field is judged after those that its
 * conditions read, so one change may hide or disable the next. Fields that read each other in a ring are judged one at a
 * time, in their order, until nothing changes, so that two that hide each other do not both lose their value. What was
 * settled stays as it is when it is settled again; the same record where nothing had to change.
 *
 * Items of lists have no identity, so nobody knows what one held before: a disabled field inside items keeps what was
 * sent, a hidden one is cleared in all of them. A disabled list keeps its items whole.
 */
export function settleRecord(wanted: RecordData, parts: SettleParts): RecordData {
  let order = orders.get(parts.fields);
  if (order === undefined) {
    order = settleOrder(parts.fields);
    orders.set(parts.fields, order);
  }
  return order.reduce((record, group) => settleGroup(group, record, parts), wanted);
}

/** A config's fields are frozen: their order is found once. */
const orders = new WeakMap<readonly Field[], readonly (readonly JudgedField[])[]>();

/**
 * A ring may contradict itself (hidden because disabled, shown because hidden). Then a field that already holds what it
 * held before is not cleared: being disabled counts more. From where that leads, the plain rules are tried once more, so
 * that the answer is one that they leave alone wherever there is such a one.
 */
function settleGroup(group: readonly JudgedField[], wanted: RecordData, parts: SettleParts): RecordData {
  const plain = follow(group, wanted, parts, false);
  if (plain !== undefined) return plain;
  const firm = follow(group, wanted, parts, true) ?? wanted;
  return follow(group, firm, parts, false) ?? firm;
}

/** More changes than these for one field and the ring goes round for ever. */
const CHANGES_EACH = 6;

/** undefined: no end. */
function follow(
  group: readonly JudgedField[],
  wanted: RecordData,
  parts: SettleParts,
  firm: boolean,
): RecordData | undefined {
  let record = wanted;
  for (let changes = 0; changes <= group.length * CHANGES_EACH; changes++) {
    const next = firstChange(group, record, parts, firm);
    if (next === undefined) return record;
    record = next;
  }
  return undefined;
}

function firstChange(
  group: readonly JudgedField[],
  record: RecordData,
  parts: SettleParts,
  firm: boolean,
): RecordData | undefined {
  for (const judged of group) {
    const next = changed(judged, record, parts, firm);
    if (next !== record) return next;
  }
  return undefined;
}

function changed(judged: JudgedField, record: RecordData, parts: SettleParts, firm: boolean): RecordData {
  const around = stateOf(judged.around, record, parts.mode);
  // What is cleared whole is none of its fields' business, nor a list that is kept whole of its items'.
  if (around.holds === "nothing" || (judged.inItems && around.holds === "before")) return record;
  const { holds } = placedState(judged.field, around, record, parts.mode);
  if (holds === "wanted" || (holds === "before" && judged.inItems)) return record;
  if (holds === "nothing") {
    const stays = firm && judged.mayBeDisabled && !judged.inItems && holdsBefore(judged, record, parts);
    return stays ? record : (cleared(record as Json, judged.path.split(".")) as RecordData);
  }
  if (holdsBefore(judged, record, parts)) return record;
  return writePath(within(judged.around, record), judged.path, readPath(parts.base, judged.path) ?? null);
}

/** The record with an object at the place, empty where there was none, for one of its fields to stand in. */
function within(judged: JudgedField | undefined, record: RecordData): RecordData {
  if (judged === undefined || isObject(readPath(record, judged.path) ?? null)) return record;
  const empty = Object.fromEntries((judged.field.fields ?? []).map(({ name }) => [name, null]));
  return writePath(within(judged.around, record), judged.path, empty);
}

function stateOf(judged: JudgedField | undefined, record: RecordData, mode: Mode): PlacedState {
  return judged === undefined
    ? OPEN
    : placedState(judged.field, stateOf(judged.around, record, mode), record, mode);
}

/** An object with fields holds what it held when it is one again: the rest is its fields' business. */
function holdsBefore({ field, path }: JudgedField, record: RecordData, { base }: SettleParts): boolean {
  const value = readPath(record, path) ?? null;
  const before = readPath(base, path) ?? null;
  if (field.fields !== undefined && isObject(before)) return isObject(value);
  return value === before || JSON.stringify(value) === JSON.stringify(before);
}

/** The value with null at a path, in every item where that leads through lists; the same where nothing is there. */
function cleared(value: Json, path: readonly string[]): Json {
  const [key, ...rest] = path;
  if (key === undefined) return isNothing(value) ? value : null;
  if (isList(value)) {
    const items = key === "*" ? value.map((item) => cleared(item, rest)) : value;
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const inner = ownValue(value, key);
  if (inner === undefined || !isObject(value)) return value;
  const next = cleared(inner, rest);
  return next === inner ? value : { ...value, [key]: next };
}

/** As it is stored and sent: null, however it is written. */
function isNothing(value: Json): boolean {
  return value === null || value === "" || (isList(value) && value.length === 0);
}

/** `Array.isArray` does not narrow read-only lists. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
