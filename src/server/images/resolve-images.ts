import type { Field } from "../../model/entity.ts";
import type { Json, RecordData } from "../../model/record.ts";
import { isObject, ownValue } from "../../record/json.ts";
import { below, splitPath } from "../../record/path.ts";
import { mapAtInTurn, valuesAt, walkFields } from "../../record/walk.ts";
import type { ImageUser, StoreView } from "../store/store.ts";
import { heldImage, storedImage } from "./image-name.ts";

interface ResolvedImages {
  /** The record with the server's own image objects. What is no image object is left for the schema to refuse. */
  readonly record: RecordData;
  /** JSON pointers to images that this server does not have. */
  readonly unknown: readonly string[];
  /** JSON pointers to images that left the record, because this server does not have them. */
  readonly lost: readonly string[];
  /** File names of the images in image fields. Plugins find those inside texts. */
  readonly used: readonly string[];
}

/**
 * Turns what a record names (`fileName` or `imgUrl`, other keys are ignored) into the server's images.
 * @param named top-level fields: the others lose images whose deletion was asked for; undefined: none does
 * @param of what the bin keeps for this record may come back
 * @param dropsUnknown images that this server does not have leave the record
 */
export async function resolveImages(
  view: StoreView,
  fields: readonly Field[],
  record: RecordData,
  named: ReadonlySet<string> | undefined,
  of: ImageUser | undefined,
  dropsUnknown = false,
): Promise<ResolvedImages> {
  const unknown: string[] = [];
  const lost: string[] = [];
  const used: string[] = [];

  /** undefined: the image leaves the record. */
  async function resolve(value: Json, pointer: string, isNamed: boolean): Promise<Json | undefined> {
    if (!isObject(value)) return value;
    const image = await storedImage(view, nameIn(value) ?? "", of);
    if (image === undefined) {
      (dropsUnknown ? lost : unknown).push(pointer);
      return dropsUnknown ? undefined : value;
    }
    if (image.deletionAsked && !isNamed) return undefined;
    used.push(image.fileName);
    return { ...heldImage(image.fileName) };
  }

  let resolved = record;
  for (const { path, field, list } of walkFields(fields)) {
    if (list?.field.valueType === "images") continue;
    const isNamed = named?.has(splitPath(path)[0] ?? "") ?? true;
    if (field.valueType === "image")
      resolved = await mapAtInTurn(resolved, path, async ({ value, pointer }) => {
        // Older clients empty an image with an object that names none.
        const isEmptied = isObject(value) && nameIn(value) === undefined;
        return isEmptied ? null : ((await resolve(value, pointer, isNamed)) ?? null);
      });
    if (field.valueType === "images")
      resolved = await mapAtInTurn(resolved, path, async ({ value, pointer }) => {
        if (!Array.isArray(value)) return value;
        const images: Json[] = [];
        for (const [index, item] of value.entries()) {
          const image = await resolve(item, below(pointer, index), isNamed);
          if (image !== undefined) images.push(image);
        }
        return images;
      });
  }
  return { record: resolved, unknown, lost, used };
}

function nameIn(value: Json): string | undefined {
  return [ownValue(value, "fileName"), ownValue(value, "imgUrl")].find(
    (name): name is string => typeof name === "string" && name !== "",
  );
}

/** Those of the names that the server does not have (any more): for the transaction that is about to use them. */
export async function missingImages(
  view: StoreView,
  names: readonly string[],
  of?: ImageUser,
): Promise<string[]> {
  const missing: string[] = [];
  for (const name of names) if ((await storedImage(view, name, of)) === undefined) missing.push(name);
  return missing;
}

/** The file names of the images in a field of a record, also inside of it. */
export function imageNamesIn(field: Field, record: RecordData): readonly string[] {
  return [...walkFields([field])].flatMap(({ path, field: { valueType }, list }) => {
    if (list?.field.valueType === "images" || (valueType !== "image" && valueType !== "images")) return [];
    const values = valuesAt(record, path).map(({ value }) => value);
    return values
      .flatMap((value) => (Array.isArray(value) ? value : [value]))
      .flatMap((one) => nameIn(one) ?? []);
  });
}
