import type { ImageRecord } from "../../model/record.ts";
import type { StoreView } from "../store/store.ts";
import { imageNameOf, imageUrl } from "./image-name.ts";

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
