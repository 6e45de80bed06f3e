import type { When } from "../model/condition.ts";
import type { Field } from "../model/entity.ts";
import type { Json, RecordData } from "../model/record.ts";
import { type Mode, OPEN, type PlacedState, placedState } from "./conditions.ts";
import { isObject, ownValue } from "./json.ts";
import { readPath, writePath } from "./path.ts";

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

/** A field as its conditions are judged: their outcome may change its value. */
interface JudgedField {
  readonly field: Field;
  /** Dotted; the items of a list are `*`. */
  readonly path: string;
  /** The object or list around it; undefined at the top. */
  readonly around: JudgedField | undefined;
  /** It is inside the items of a list. */
  readonly inItems: boolean;
  /** Some condition of it, or of what is around or inside it, disables. */
  readonly mayBeDisabled: boolean;
}

/**
 * All fields in groups: one comes after those that its conditions read and that it is inside of. A group of more than
 * one depends on itself in a ring; it stands in the order of the fields.
 */
function settleOrder(fields: readonly Field[]): readonly (readonly JudgedField[])[] {
  const all = judgedFields(fields, undefined);
  const byPath = new Map(all.map((judged) => [judged.path, judged]));
  const index = new Map(all.map((judged, at) => [judged, at]));
  const groups: JudgedField[][] = [];
  // Tarjan's strongly connected components: a group is complete after all that it depends on.
  const found = new Map<JudgedField, { at: number; lowest: number }>();
  const stack: JudgedField[] = [];
  const visit = (judged: JudgedField): { at: number; lowest: number } => {
    const own = { at: found.size, lowest: found.size };
    found.set(judged, own);
    stack.push(judged);
    for (const other of dependsOn(judged, byPath)) {
      const seen = found.get(other);
      if (seen === undefined) own.lowest = Math.min(own.lowest, visit(other).lowest);
      else if (stack.includes(other)) own.lowest = Math.min(own.lowest, seen.at);
    }
    if (own.lowest === own.at) {
      const group = stack.splice(stack.indexOf(judged));
      groups.push(group.sort((one, other) => (index.get(one) ?? 0) - (index.get(other) ?? 0)));
    }
    return own;
  };
  for (const judged of all) if (!found.has(judged)) visit(judged);
  return groups;
}

function judgedFields(fields: readonly Field[], around: JudgedField | undefined): JudgedField[] {
  return fields.flatMap((field) => {
    const path = around === undefined ? field.name : `${around.path}.${field.name}`;
    const mayBeDisabled = around?.mayBeDisabled === true || somethingDisables(field);
    const judged: JudgedField = { field, path, around, inItems: around?.inItems ?? false, mayBeDisabled };
    return [judged, ...judgedFields(field.fields ?? [], judged), ...judgedItems(field.items, judged)];
  });
}

function somethingDisables({ conditions, fields = [] }: Field): boolean {
  return conditions.some(({ disable }) => disable === true) || fields.some(somethingDisables);
}

/** Items themselves are no fields: they come and go with their list. */
function judgedItems(items: Field | undefined, list: JudgedField): JudgedField[] {
  if (items === undefined) return [];
  const around: JudgedField = { ...list, path: `${list.path}.*`, inItems: true };
  return [...judgedFields(items.fields ?? [], around), ...judgedItems(items.items, around)];
}

function dependsOn(judged: JudgedField, byPath: ReadonlyMap<string, JudgedField>): readonly JudgedField[] {
  const read = judged.field.conditions
    .flatMap(({ when }) => fieldsRead(when))
    .flatMap((path) => {
      // A disabled field comes back into an object that was to be none, so what is inside counts too.
      const inside = [...byPath.keys()].filter((other) => other.startsWith(`${path}.`));
      const names = path.split(".");
      return [...names.map((_, at) => names.slice(0, at + 1).join(".")), ...inside];
    });
  const around = judged.around?.path.replace(/(\.\*)+$/, "");
  return [...read, ...(around === undefined ? [] : [around])].flatMap((path) => byPath.get(path) ?? []);
}

function fieldsRead(when: When): readonly string[] {
  const inside = [...(when.all ?? []), ...(when.any ?? []), ...(when.not === undefined ? [] : [when.not])];
  return [...(when.field === undefined ? [] : [when.field]), ...inside.flatMap(fieldsRead)];
}
