import type { ImageRecord } from "../../model/record.ts";
import { PATHS } from "../../wire/paths.ts";
import type { StoreView } from "../store/store.ts";

/** The kinds of image that the server keeps, by the ending it gives them. */
export const IMAGE_ENDINGS = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
} as const;
export type ImageEnding = keyof typeof IMAGE_ENDINGS;

const NAME = /^[A-Za-z0-9_-]{43}\.(?:png|jpg|webp|gif)$/;
const ADDRESS = new RegExp(`^(?:https?://[^/?#]+)?${PATHS.image}/(?:small/)?([^/?#]+)(?:[?#].*)?$`);

/** Whether this server could have given the name out. Nothing else ever reaches the store, let alone a path. */
export function isImageName(text: string): boolean {
  return NAME.test(text);
}

/** The file name behind a name or an address (of this server under any of its hosts); undefined for everything else. */
export function imageNameOf(nameOrUrl: string): string | undefined {
  const name = isImageName(nameOrUrl) ? nameOrUrl : ADDRESS.exec(nameOrUrl)?.[1];
  return name !== undefined && isImageName(name) ? name : undefined;
}

/** Where a browser finds the image. */
export function imageUrl(fileName: string): string {
  return `${PATHS.image}/${fileName}`;
}

/** The image behind a file name or address, as a record that holds it says it; undefined where this server has none. */
export async function findImage(view: StoreView, nameOrUrl: string): Promise<ImageRecord | undefined> {
  const fileName = imageNameOf(nameOrUrl);
  if (fileName === undefined) return undefined;
  const image = await view.image(fileName);
  return image === undefined ? undefined : heldImage(fileName);
}

/** An image in a record: it does not expire. */
export function heldImage(fileName: string): ImageRecord {
  return { fileName, imgUrl: imageUrl(fileName), expiresAt: null };
}
