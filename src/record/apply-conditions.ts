import type { When } from "../model/condition.ts";
import type { Field } from "../model/entity.ts";
import type { Json, RecordData } from "../model/record.ts";
import { type Mode, OPEN, type PlacedState, placedState } from "./conditions.ts";
import { isObject } from "./json.ts";
import { isWithin, readPath, splitPath, writePath } from "./path.ts";
import { FIELDS, mapAt, namedFields, walkTree } from "./walk.ts";

/** What is applied to a record. */
export interface ConditionParts {
  readonly order: ConditionOrder;
  readonly mode: Mode;
  /** What a disabled field holds whatever was asked for: the stored record, or a new one's defaults. */
  readonly base: RecordData;
}

/**
 * What becomes of a wanted record by its conditions, on both sides the same: a hidden field that says
 * `whenHidden: "clear"` holds null, a disabled one what it held before (`base`). A field is judged after those that its
 * conditions read, so one change may hide or disable the next. Fields that read each other in a ring are judged one at a
 * time, in their order, until nothing changes, so that two that hide each other do not both lose their value. Applied again to
 * what came of it, they change nothing; the same record where nothing had to change.
 *
 * Items of lists have no identity, so nobody knows what one held before: a disabled field inside items keeps what was
 * sent, a hidden one is cleared in all of them. A disabled list keeps its items whole.
 */
export function applyConditions(wanted: RecordData, parts: ConditionParts): RecordData {
  return parts.order.reduce((record, group) => applyGroup(group, record, parts), wanted);
}

/**
 * A ring may contradict itself (hidden because disabled, shown because hidden). Then a field that already holds what it
 * held before is not cleared: being disabled counts more. From where that leads, the plain rules are tried once more, so
 * that the answer is one that they leave alone wherever there is such a one.
 */
function applyGroup(group: readonly JudgedField[], wanted: RecordData, parts: ConditionParts): RecordData {
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
  parts: ConditionParts,
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
  parts: ConditionParts,
  firm: boolean,
): RecordData | undefined {
  for (const judged of group) {
    const next = changed(judged, record, parts, firm);
    if (next !== record) return next;
  }
  return undefined;
}

function changed(judged: JudgedField, record: RecordData, parts: ConditionParts, firm: boolean): RecordData {
  const around = stateOf(judged.around, record, parts.mode);
  // What is cleared whole is none of its fields' business, nor a list that is kept whole of its items'.
  if (around.holds === "nothing" || (judged.inItems && around.holds === "before")) return record;
  const { holds } = placedState(judged.field, around, record, parts.mode);
  if (holds === "wanted" || (holds === "before" && judged.inItems)) return record;
  if (holds === "nothing") {
    const stays = firm && judged.mayBeDisabled && !judged.inItems && holdsBefore(judged, record, parts);
    // In every item, where the path leads through lists.
    return stays ? record : mapAt(record, judged.path, ({ value }) => (isNothing(value) ? value : null));
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
function holdsBefore({ field, path }: JudgedField, record: RecordData, { base }: ConditionParts): boolean {
  const value = readPath(record, path) ?? null;
  const before = readPath(base, path) ?? null;
  if (field.fields !== undefined && isObject(before)) return isObject(value);
  return value === before || JSON.stringify(value) === JSON.stringify(before);
}

/** As it is stored and sent: null, however it is written. */
function isNothing(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** A field as its conditions are judged: their outcome may change its value. */
interface JudgedField {
  readonly field: Field;
  /** Its pattern. */
  readonly path: string;
  /** The object or list around it; undefined at the top. */
  readonly around: JudgedField | undefined;
  /** It is inside the items of a list. */
  readonly inItems: boolean;
  /** Some condition of it, or of what is around or inside it, disables. */
  readonly mayBeDisabled: boolean;
}

/** The fields of a record in the order in which their conditions are applied. */
export type ConditionOrder = readonly (readonly JudgedField[])[];

/**
 * All fields in groups: one comes after those that its conditions read and that it is inside of. A group of more than
 * one depends on itself in a ring; it stands in the order of the fields.
 */
export function conditionOrder(fields: readonly Field[]): ConditionOrder {
  const all = judgedFields(fields);
  const byField = new Map(all.map((judged) => [judged.field, judged]));
  const byTop = new Map<string | undefined, JudgedField[]>();
  for (const one of all) byTop.set(topOf(one.path), [...(byTop.get(topOf(one.path)) ?? []), one]);
  const index = new Map(all.map((judged, at) => [judged, at]));
  const groups: JudgedField[][] = [];
  // Tarjan's strongly connected components: a group is complete after all that it depends on.
  const found = new Map<JudgedField, { at: number; lowest: number }>();
  const stack: JudgedField[] = [];
  const dependsOn = ({ field, around }: JudgedField): readonly JudgedField[] => {
    // A disabled field comes back into an object that was to be none, so what is inside of what is read counts too.
    const read = field.conditions
      .flatMap(({ when }) => fieldsRead(when))
      .flatMap((path) => byTop.get(topOf(path))?.filter((one) => isOnWay(one.path, path)) ?? []);
    const outer = around && byField.get(around.field);
    return outer === undefined ? read : [...read, outer];
  };
  const visit = (judged: JudgedField): { at: number; lowest: number } => {
    const own = { at: found.size, lowest: found.size };
    found.set(judged, own);
    stack.push(judged);
    for (const other of dependsOn(judged)) {
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

function judgedFields(fields: readonly Field[]): JudgedField[] {
  const walked = walkTree<Field, JudgedField & { readonly isItem: boolean }>(
    FIELDS,
    namedFields(fields),
    ({ name, path, field }, around) => {
      // Items themselves are no fields: they come and go with their list.
      if (name === "*" && around !== undefined) return { ...around, path, inItems: true, isItem: true };
      const mayBeDisabled = around?.mayBeDisabled === true || somethingDisables(field);
      return { field, path, around, inItems: around?.inItems ?? false, mayBeDisabled, isItem: false };
    },
  );
  return [...walked].filter(({ isItem }) => !isItem);
}

function somethingDisables({ conditions, fields = [] }: Field): boolean {
  return conditions.some(({ disable }) => disable === true) || fields.some(somethingDisables);
}

const topOf = (path: string) => splitPath(path)[0];
const isOnWay = (one: string, other: string) => isWithin(one, other) || isWithin(other, one);

function fieldsRead(when: When): readonly string[] {
  const inside = [...(when.all ?? []), ...(when.any ?? []), ...(when.not === undefined ? [] : [when.not])];
  return [...(when.field === undefined ? [] : [when.field]), ...inside.flatMap(fieldsRead)];
}
