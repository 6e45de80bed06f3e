import { type Json, type RecordData, type ReferenceRules, readPath, type WidgetRules } from "admin";

type Item = { readonly [key: string]: Json };

/** The field of the items that refers to a record. */
export interface SlotField {
  readonly name: string;
  readonly reference: ReferenceRules;
}

/** The first field of the items that is a reference. */
export function slotField(rules: WidgetRules): SlotField | undefined {
  for (const [name, { reference }] of Object.entries(rules.items?.fields ?? {}))
    if (reference !== undefined) return { name, reference };
  return undefined;
}

/** The items of the value; one that is no object is an empty slot. */
export function slotsOf(value: unknown): readonly Item[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown) => (isItem(item) ? item : {}));
}

function isItem(item: unknown): item is Item {
  return typeof item === "object" && item !== null && !Array.isArray(item);
}

/** The `_id` in a slot; `null` where it is empty. */
export function chosenIn(slot: Item, name: string): Json {
  return Object.hasOwn(slot, name) ? (slot[name] ?? null) : null;
}

/** The list with one element moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  const element = list[from];
  return element === undefined ? [...list] : rest.toSpliced(to, 0, element);
}

/** The address of the image at the path, or of the first in a list of images. */
export function pictureIn(record: RecordData | undefined, path: string): string | undefined {
  const value = record && readPath(record, path);
  const image: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof image !== "object" || image === null || !("imgUrl" in image)) return undefined;
  return typeof image.imgUrl === "string" && image.imgUrl !== "" ? image.imgUrl : undefined;
}
