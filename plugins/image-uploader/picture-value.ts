import type { ImageRecord } from "admin";
import type { Value } from "./manifest.ts";

/** An image of the field's value. */
interface StoredPicture {
  /** Position in a list's value; 0 for a single image. */
  readonly index: number;
  /** undefined in records that have an address alone. */
  readonly fileName: string | undefined;
  readonly url: string;
}

/** The field's value by its type; a stored one may be anything. */
export type FieldValue = Value | null | undefined;

/** Every image in a value of any kind. */
export function readPictures(value: FieldValue): readonly StoredPicture[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.flatMap((entry, index) => {
    const picture = readPicture(entry);
    return picture === undefined ? [] : [{ index, ...picture }];
  });
}

function readPicture(entry: unknown): Omit<StoredPicture, "index"> | undefined {
  if (typeof entry !== "object" || entry === null) return undefined;
  const { imgUrl, fileName } = entry as { readonly imgUrl?: unknown; readonly fileName?: unknown };
  if (typeof imgUrl !== "string" || imgUrl === "") return undefined;
  return { url: imgUrl, fileName: typeof fileName === "string" && fileName !== "" ? fileName : undefined };
}

/** The value without one of its images. Items of a list that are no image stay. */
export function withoutPicture(value: FieldValue, index: number, several: boolean): Value | null {
  if (!several) return null;
  return Array.isArray(value) ? value.filter((_, at) => at !== index) : [];
}

/** The value with images added at the end, none of them twice; a single image is replaced. */
export function withPictures(
  value: FieldValue,
  added: readonly ImageRecord[],
  several: boolean,
): Value | null {
  const present = new Set(readPictures(value).map(({ fileName }) => fileName));
  const records = added
    .filter(({ fileName }) => !present.has(fileName))
    .map(({ fileName, imgUrl, expiresAt }) => ({ fileName, imgUrl, expiresAt }));
  if (several) return [...(Array.isArray(value) ? value : []), ...records];
  return records[0] ?? value ?? null;
}

/** Whether a link may lead to an address. `javascript:` and `data:` would run or show what the value contains. */
export function isLinkable(url: string): boolean {
  return /^(https?:\/\/|blob:|\/(?![/\\]))/i.test(url);
}
