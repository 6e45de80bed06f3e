import { type Json, type RecordData, type ReferenceRules, readPath, type WidgetRules } from "admin";

type Item = { readonly [key: string]: Json };

/** The first field of the items that is a reference. */
export function slotField(rules: WidgetRules): { name: string; reference: ReferenceRules } | undefined {
  for (const [name, { reference }] of Object.entries(rules.items?.fields ?? {}))
    if (reference !== undefined) return { name, reference };
  return undefined;
}

/** The value as a list of slots: what is no list is none, an item that is no object an empty slot. */
export function slotsOf(value: unknown): readonly Item[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown) => (isItem(item) ? item : {}));
}

function isItem(item: unknown): item is Item {
  return typeof item === "object" && item !== null && !Array.isArray(item);
}

/** What the slot refers to; `null` while it is empty. */
export function chosenIn(slot: Item, name: string): Json {
  return Object.hasOwn(slot, name) ? (slot[name] ?? null) : null;
}

/** Moves one element; a place outside the list is the nearest end. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  const element = list[from];
  return element === undefined ? [...list] : rest.toSpliced(to, 0, element);
}

/** The address of the picture in a record: at the path stands an image, or a list of them. */
export function pictureIn(record: RecordData | undefined, path: string): string | undefined {
  const value = record && readPath(record, path);
  const image: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof image !== "object" || image === null || !("imgUrl" in image)) return undefined;
  return typeof image.imgUrl === "string" && image.imgUrl !== "" ? image.imgUrl : undefined;
}
