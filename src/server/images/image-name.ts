import type { ImageRecord } from "../../model/record.ts";
import type { ImageEnding } from "../../record/image-ending.ts";
import { IMAGE_NAME, PATHS } from "../../wire/paths.ts";
import type { ImageUser, StoredImage, StoreView } from "../store/store.ts";

export const IMAGE_TYPES = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
} as const satisfies Record<ImageEnding, string>;

const NAME = new RegExp(`^${IMAGE_NAME}$`);
const ADDRESS = new RegExp(`^(?:https?://[^/?#]+)?${PATHS.image}/(?:small/)?([^/?#]+)(?:[?#].*)?$`);

/** Whether this server could have made the name. No other name ever reaches the store. */
export function isImageName(text: string): boolean {
  return NAME.test(text);
}

/** The file name behind a name or an address (of this server under any of its hosts); undefined for everything else. */
export function imageNameOf(nameOrUrl: string): string | undefined {
  const name = isImageName(nameOrUrl) ? nameOrUrl : ADDRESS.exec(nameOrUrl)?.[1];
  return name !== undefined && isImageName(name) ? name : undefined;
}

export function imageUrl(fileName: string): string {
  return `${PATHS.image}/${fileName}`;
}

/** The image behind a file name or address, also one that the bin keeps for that record; undefined where this server has none. */
export async function storedImage(
  view: StoreView,
  nameOrUrl: string,
  binnedOf?: ImageUser,
): Promise<StoredImage | undefined> {
  const fileName = imageNameOf(nameOrUrl);
  return fileName === undefined ? undefined : view.image(fileName, binnedOf);
}

/** The same as records have it. */
export async function findImage(
  view: StoreView,
  nameOrUrl: string,
  binnedOf?: ImageUser,
): Promise<ImageRecord | undefined> {
  const image = await storedImage(view, nameOrUrl, binnedOf);
  return image && heldImage(image.fileName);
}

/** An image as records have it: it does not expire. */
export function heldImage(fileName: string): ImageRecord {
  return { fileName, imgUrl: imageUrl(fileName), expiresAt: null };
}
