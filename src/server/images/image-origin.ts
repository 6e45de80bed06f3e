import type { Field } from "../../model/entity.ts";
import type { ImageRecord, Json, RecordData } from "../../model/record.ts";
import { isObject } from "../../record/json.ts";
import { mapAt, walkFields } from "../../record/walk.ts";
import { PATHS } from "../../wire/paths.ts";

/**
 * The origin of images' addresses in answers (the setting PUBLIC_URL), for clients of other origins; undefined: they have
 * none. It never comes from a request, which may name any host, and is never stored, since it may change.
 */
export type ImageOrigin = string | undefined;

const OWN = `${PATHS.image}/`;

/** The answer to an upload. */
export function imageWithOrigin(origin: ImageOrigin, image: ImageRecord): ImageRecord {
  return { ...image, imgUrl: addOrigin(image.imgUrl, origin) };
}

/** A record as it is answered: its images, and the pictures in its HTML, with the origin. */
export function imagesWithOrigin<R extends RecordData>(
  origin: ImageOrigin,
  fields: readonly Field[],
  record: R,
): R {
  if (origin === undefined) return record;
  let changed: RecordData = record;
  for (const { path, field } of walkFields(fields)) {
    if (field.valueType === "html") changed = mapHtml(changed, path, (address) => addOrigin(address, origin));
    if (field.valueType === "image")
      changed = mapAt(changed, path, ({ value }) =>
        isObject(value) && typeof value.imgUrl === "string"
          ? { ...value, imgUrl: addOrigin(value.imgUrl, origin) }
          : value,
      );
  }
  return { ...record, ...changed };
}

/** Given values as they are stored: the pictures in HTML without the origin. Image fields go by the names of images. */
export function imagesWithoutOrigin(
  origin: ImageOrigin,
  fields: readonly Field[],
  values: RecordData,
): RecordData {
  if (origin === undefined) return values;
  const change = (address: string) =>
    address.startsWith(origin + OWN) ? address.slice(origin.length) : address;
  let changed = values;
  for (const { path, field } of walkFields(fields))
    if (field.valueType === "html") changed = mapHtml(changed, path, change);
  return changed;
}

function addOrigin(address: string, origin = ""): string {
  return address.startsWith(OWN) ? origin + address : address;
}

/** A picture's tag up to its address, as cleaned HTML has it: a text may look like one, but its `<` is escaped. */
const PICTURE = /(<img(?: (?!src=)[a-z-]+="[^"<>]*")* src=")([^"<>]*)(?=")/g;

function mapHtml(record: RecordData, path: string, change: (address: string) => string): RecordData {
  return mapAt(
    record,
    path,
    ({ value }): Json =>
      typeof value === "string"
        ? value.replaceAll(PICTURE, (_, before: string, address: string) => before + change(address))
        : value,
  );
}
