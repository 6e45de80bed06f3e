import type { When } from "../model/condition.ts";
import type { Field } from "../model/entity.ts";
import type { Json, RecordData } from "../model/record.ts";
import { type Mode, OPEN, type PlacedState, placedState } from "./conditions.ts";
import { isObject } from "./json.ts";
import { isWithin, readPath, splitPath, writePath } from "./path.ts";
import { FIELDS, mapAt, namedFields, walkTree } from "./walk.ts";

interface ConditionParts {
  readonly order: ConditionOrder;
  readonly mode: Mode;
  /** The values of disabled fields: the stored record, or the defaults of a new one. */
  readonly base: RecordData;
}

/**
 * The record as its conditions leave it: a hidden field with `whenHidden: "clear"` is null, a disabled one has its value of
 * `base`. Applying it twice is applying it once; where nothing changes, the same object is returned.
 *
 * A field comes after those that its conditions read. Fields whose conditions read each other in a cycle are judged one at
 * a time until nothing changes, so that of two that hide each other one keeps its value.
 *
 * Items of lists have no identity, so they have no value before: a disabled field inside items keeps what was sent, a
 * hidden one is cleared in every item. A disabled list keeps all its items.
 */
export function applyConditions(wanted: RecordData, parts: ConditionParts): RecordData {
  return parts.order.reduce((record, group) => applyGroup(group, record, parts), wanted);
}

/**
 * The conditions of a cycle may contradict each other (hidden because disabled, shown because hidden) and never settle. Then
 * a field that has its value before is not cleared. The plain rules run once more on the result, since it must be one that
 * they leave alone, where there is one.
 */
function applyGroup(group: readonly JudgedField[], wanted: RecordData, parts: ConditionParts): RecordData {
  const plain = follow(group, wanted, parts, false);
  if (plain !== undefined) return plain;
  const firm = follow(group, wanted, parts, true) ?? wanted;
  return follow(group, firm, parts, false) ?? firm;
}

/** After more changes than this for each field, the conditions of a cycle are taken to contradict each other. */
const CHANGES_EACH = 6;

/** undefined: the conditions contradict each other. */
function follow(
  group: readonly JudgedField[],
  wanted: RecordData,
  parts: ConditionParts,
  firm: boolean,
): RecordData | undefined {
  let record = wanted;
  for (let changes = 0; changes <= group.length * CHANGES_EACH; changes++) {
    const before = record;
    for (const judged of group) {
      record = changed(judged, before, parts, firm);
      if (record !== before) break;
    }
    if (record === before) return record;
  }
  return undefined;
}

function changed(judged: JudgedField, record: RecordData, parts: ConditionParts, firm: boolean): RecordData {
  const around = stateOf(judged.around, record, parts.mode);
  // The fields of an object that is cleared are not judged, nor those of a list that keeps its items.
  if (around.holds === "nothing" || (judged.inItems && around.holds === "before")) return record;
  const { holds } = placedState(judged.field, around, record, parts.mode);
  if (holds === "wanted") return record;
  if (holds === "nothing") {
    const stays = firm && judged.mayBeDisabled && !judged.inItems && holdsBefore(judged, record, parts);
    // In every item, where the path leads through lists.
    return stays ? record : mapAt(record, judged.path, ({ value }) => (isNothing(value) ? value : null));
  }
  if (holdsBefore(judged, record, parts)) return record;
  return writePath(within(judged.around, record), judged.path, readPath(parts.base, judged.path) ?? null);
}

/** The record with an object at the field's path, so that a field inside it can be written. */
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

/**
 * An object with fields only has to be an object again: its fields are judged one by one. Inside items, whose pattern leads
 * to no one value, whatever is there.
 */
function holdsBefore({ field, path }: JudgedField, record: RecordData, { base }: ConditionParts): boolean {
  const value = readPath(record, path) ?? null;
  const before = readPath(base, path) ?? null;
  if (field.fields !== undefined && isObject(before)) return isObject(value);
  return value === before || JSON.stringify(value) === JSON.stringify(before);
}

/** Whether it is stored and sent as null. */
function isNothing(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

interface JudgedField {
  readonly field: Field;
  /** Its pattern. */
  readonly path: string;
  /** The object or list around it; undefined at the top. */
  readonly around: JudgedField | undefined;
  /** It is inside items of a list. */
  readonly inItems: boolean;
  /** Some condition of it, or of what is around or inside it, disables. */
  readonly mayBeDisabled: boolean;
}

/** Groups of fields in the order in which their conditions are applied. */
export type ConditionOrder = readonly (readonly JudgedField[])[];

/**
 * A field's group comes after those of the fields that its conditions read, and of the field around it. A group of more than
 * one field is a cycle of such dependencies; inside it the fields keep their order.
 */
export function conditionOrder(fields: readonly Field[]): ConditionOrder {
  const all = judgedFields(fields);
  const byTop = new Map<string | undefined, JudgedField[]>();
  for (const one of all) byTop.set(topOf(one.path), [...(byTop.get(topOf(one.path)) ?? []), one]);
  const groups: JudgedField[][] = [];
  // Tarjan's strongly connected components: a group is complete after all that it depends on.
  const found = new Map<JudgedField, { at: number; lowest: number }>();
  const stack: JudgedField[] = [];
  const dependsOn = ({ field, around }: JudgedField): readonly JudgedField[] => {
    // Fields inside the one that is read count too: a disabled one writes its value into an object that was cleared. What is
    // around it comes before it.
    const read = field.conditions
      .flatMap(({ when }) => fieldsRead(when))
      .flatMap((path) => byTop.get(topOf(path))?.filter((one) => isWithin(one.path, path)) ?? []);
    return around === undefined ? read : [...read, around];
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
      groups.push(group.sort((one, other) => all.indexOf(one) - all.indexOf(other)));
    }
    return own;
  };
  for (const judged of all) if (!found.has(judged)) visit(judged);
  return groups;
}

function judgedFields(fields: readonly Field[]): JudgedField[] {
  const walked = walkTree<Field, JudgedField>(
    FIELDS,
    namedFields(fields),
    ({ name, path, field }, around) => {
      // Items have no conditions: what is around their fields is the list.
      if (name === "*" && around !== undefined) return around;
      const mayBeDisabled = around?.mayBeDisabled === true || somethingDisables(field);
      return { field, path, around, inItems: path.includes("*"), mayBeDisabled };
    },
  );
  return [...new Set(walked)];
}

function somethingDisables({ conditions, fields = [] }: Field): boolean {
  return conditions.some(({ disable }) => disable === true) || fields.some(somethingDisables);
}

const topOf = (path: string) => splitPath(path)[0];

function fieldsRead(when: When): readonly string[] {
  const inside = [...(when.all ?? []), ...(when.any ?? []), ...(when.not === undefined ? [] : [when.not])];
  return [...(when.field === undefined ? [] : [when.field]), ...inside.flatMap(fieldsRead)];
}
