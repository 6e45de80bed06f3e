import type { When } from "./condition.ts";
import type { Field } from "./entity.ts";

/** A field as its conditions are judged: their outcome may change its value. */
export interface JudgedField {
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
export function settleOrder(fields: readonly Field[]): readonly (readonly JudgedField[])[] {
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
