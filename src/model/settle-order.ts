import type { When } from "./condition.ts";
import type { Field } from "./entity.ts";

/** A field whose value its conditions may change. */
export interface Place {
  readonly field: Field;
  /** Dotted; the items of a list are `*`. */
  readonly path: string;
  /** The object or list around it; undefined at the top. */
  readonly around: Place | undefined;
  /** It is inside the items of a list. */
  readonly inItems: boolean;
  /** Some condition of it, or of what is around or inside it, disables. */
  readonly mayBeDisabled: boolean;
}

/**
 * All places in groups: a place comes after those that its conditions read and that it is inside of. A group of more
 * than one depends on itself in a ring; its places stand in the order of the fields.
 */
export function settleOrder(fields: readonly Field[]): readonly (readonly Place[])[] {
  const places = placesOf(fields, undefined);
  const byPath = new Map(places.map((place) => [place.path, place]));
  const index = new Map(places.map((place, at) => [place, at]));
  const groups: Place[][] = [];
  // Tarjan's strongly connected components: a group is complete after all that it depends on.
  const found = new Map<Place, { at: number; lowest: number }>();
  const stack: Place[] = [];
  const visit = (place: Place): { at: number; lowest: number } => {
    const own = { at: found.size, lowest: found.size };
    found.set(place, own);
    stack.push(place);
    for (const other of dependsOn(place, byPath)) {
      const seen = found.get(other);
      if (seen === undefined) own.lowest = Math.min(own.lowest, visit(other).lowest);
      else if (stack.includes(other)) own.lowest = Math.min(own.lowest, seen.at);
    }
    if (own.lowest === own.at) {
      const group = stack.splice(stack.indexOf(place));
      groups.push(group.sort((one, other) => (index.get(one) ?? 0) - (index.get(other) ?? 0)));
    }
    return own;
  };
  for (const place of places) if (!found.has(place)) visit(place);
  return groups;
}

function placesOf(fields: readonly Field[], around: Place | undefined): Place[] {
  return fields.flatMap((field) => {
    const path = around === undefined ? field.name : `${around.path}.${field.name}`;
    const mayBeDisabled = around?.mayBeDisabled === true || somethingDisables(field);
    const place: Place = { field, path, around, inItems: around?.inItems ?? false, mayBeDisabled };
    return [place, ...placesOf(field.fields ?? [], place), ...itemPlaces(field.items, place)];
  });
}

function somethingDisables({ conditions, fields = [] }: Field): boolean {
  return conditions.some(({ disable }) => disable === true) || fields.some(somethingDisables);
}

/** Items themselves are no fields: they come and go with their list. */
function itemPlaces(items: Field | undefined, list: Place): Place[] {
  if (items === undefined) return [];
  const around: Place = { ...list, path: `${list.path}.*`, inItems: true };
  return [...placesOf(items.fields ?? [], around), ...itemPlaces(items.items, around)];
}

function dependsOn(place: Place, byPath: ReadonlyMap<string, Place>): readonly Place[] {
  const read = place.field.conditions
    .flatMap(({ when }) => fieldsRead(when))
    .flatMap((path) => {
      // A disabled field comes back into an object that was to be none, so what is inside counts too.
      const inside = [...byPath.keys()].filter((other) => other.startsWith(`${path}.`));
      const names = path.split(".");
      return [...names.map((_, at) => names.slice(0, at + 1).join(".")), ...inside];
    });
  const around = place.around?.path.replace(/(\.\*)+$/, "");
  return [...read, ...(around === undefined ? [] : [around])].flatMap((path) => byPath.get(path) ?? []);
}

function fieldsRead(when: When): readonly string[] {
  const inside = [...(when.all ?? []), ...(when.any ?? []), ...(when.not === undefined ? [] : [when.not])];
  return [...(when.field === undefined ? [] : [when.field]), ...inside.flatMap(fieldsRead)];
}
