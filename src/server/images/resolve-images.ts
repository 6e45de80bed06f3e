import type { Field } from "../../model/entity.ts";
import type { ImageRecord, Json, RecordData } from "../../model/record.ts";
import { isObject, ownValue } from "../../record/json.ts";
import { below } from "../../record/path.ts";
import { someField } from "../../record/walk.ts";
import type { StoreView } from "../store/store.ts";
import { findImage, imageNameOf } from "./image-name.ts";

export interface ResolvedImages {
  /** The record with every image as this server knows it. What is no image at all is left for the schema to refuse. */
  readonly record: RecordData;
  /** Images that this server did not give out: JSON pointers into the record. */
  readonly unknown: readonly string[];
  /** File names of the images in image fields. Those inside texts are the plugins' to tell. */
  readonly used: readonly string[];
}

/**
 * Turns what a record names (`fileName` or `imgUrl`, other keys ignored) into the server's images.
 * A top-level field that the request did not name keeps its images but those whose deletion was asked for.
 * @param named top-level fields that the request names
 */
export async function resolveImages(
  view: StoreView,
  fields: readonly Field[],
  record: RecordData,
  named: ReadonlySet<string>,
): Promise<ResolvedImages> {
  const resolved: Record<string, Json | undefined> = { ...record };
  const unknown: string[] = [];
  const used: string[] = [];
  for (const field of fields) {
    const value = ownValue(record, field.name);
    if (value === undefined || !holdsImages(field)) continue;
    const walk: Walk = { view, unknown, used, dropsAsked: !named.has(field.name) };
    resolved[field.name] = await resolveValue(walk, field, value, below("", field.name));
  }
  return { record: resolved, unknown, used };
}

/** Whether the field is an image, a list of them, or holds one anywhere inside. */
function holdsImages(field: Field): boolean {
  return someField(field, ({ valueType }) => valueType === "image" || valueType === "images");
}

interface Walk {
  readonly view: StoreView;
  readonly unknown: string[];
  readonly used: string[];
  readonly dropsAsked: boolean;
}

async function resolveValue(walk: Walk, field: Field, value: Json, path: string): Promise<Json> {
  if (field.valueType === "image") {
    // An emptied cover of an older client: an image object that names none.
    if (isObject(value) && nameIn(value) === undefined) return null;
    return (await resolveImage(walk, value, path)) ?? null;
  }
  if (Array.isArray(value)) return resolveList(walk, field, value, path);
  if (!isObject(value)) return value;
  const resolved: Record<string, Json> = { ...value };
  for (const inner of field.fields ?? []) {
    const own = ownValue(value, inner.name);
    if (own !== undefined && holdsImages(inner)) {
      resolved[inner.name] = await resolveValue(walk, inner, own, below(path, inner.name));
    }
  }
  return resolved;
}

async function resolveList(walk: Walk, field: Field, list: readonly Json[], path: string): Promise<Json[]> {
  const items: Json[] = [];
  for (const [index, item] of list.entries()) {
    if (field.valueType === "images") {
      const image = await resolveImage(walk, item, below(path, index));
      if (image !== undefined) items.push(image);
    } else if (field.items === undefined) items.push(item);
    else items.push(await resolveValue(walk, field.items, item, below(path, index)));
  }
  return items;
}

/** undefined: the image leaves the record. */
async function resolveImage(walk: Walk, value: Json, path: string): Promise<Json | undefined> {
  if (!isObject(value)) return value;
  const name = nameIn(value);
  const image = name === undefined ? undefined : await findImage(walk.view, name);
  if (image === undefined) {
    walk.unknown.push(path);
    return value;
  }
  if (walk.dropsAsked && (await deletionAsked(walk.view, image))) return undefined;
  walk.used.push(image.fileName);
  return { ...image };
}

async function deletionAsked(view: StoreView, { fileName }: ImageRecord): Promise<boolean> {
  return (await view.image(fileName))?.deletionAsked === true;
}

function nameIn(value: Json): string | undefined {
  return text(value, "fileName") ?? text(value, "imgUrl");
}

function text(value: Json, key: string): string | undefined {
  const own = ownValue(value, key);
  return typeof own === "string" && own !== "" ? own : undefined;
}

/** The names among these that the server no longer has: asked inside the transaction that is about to use them. */
export async function missingImages(view: StoreView, names: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const name of names) {
    const fileName = imageNameOf(name);
    if (fileName === undefined || (await view.image(fileName)) === undefined) missing.push(name);
  }
  return missing;
}
