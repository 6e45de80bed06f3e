import type { ImageRecord } from "admin";
import type { Value } from "./manifest.ts";

/** An image that the field's value already names, and where in the value it stands. */
export interface StoredPicture {
  /** Position in a list's value; 0 for a single image. */
  readonly index: number;
  /** Absent in records that only kept an address. */
  readonly fileName: string | undefined;
  readonly url: string;
}

/** What the field holds; a record may hold anything else in its place. */
export type Held = Value | null | undefined;

/** Every image in a value, whatever else stands in it; never throws. */
export function readPictures(value: Held): readonly StoredPicture[] {
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

/** The value without one of its images. What else stands in a list stays. */
export function withoutPicture(value: Held, index: number, several: boolean): Value | null {
  if (!several) return null;
  return Array.isArray(value) ? value.filter((_, at) => at !== index) : [];
}

/** The value with images added behind those it has, none of them twice; a single one is replaced. */
export function withPictures(value: Held, added: readonly ImageRecord[], several: boolean): Value | null {
  const present = new Set(readPictures(value).map(({ fileName }) => fileName));
  const records = added
    .filter(({ fileName }) => !present.has(fileName))
    .map(({ fileName, imgUrl, expiresAt }) => ({ fileName, imgUrl, expiresAt }));
  if (several) return [...(Array.isArray(value) ? value : []), ...records];
  return records[0] ?? value ?? null;
}

/** An address that a link may lead to: never one that runs or shows a document of the value's own. */
export function isLinkable(url: string): boolean {
  return /^(https?:\/\/|blob:|\/(?![/\\]))/i.test(url);
}
