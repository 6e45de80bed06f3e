import type { ImageRecord } from "../../model/record.ts";
import type { Effects } from "../effects.ts";
import type { ApiRequest } from "../http/request.ts";
import type { StoreTransaction } from "../store/store.ts";
import type { EncodedImage } from "./encode-image.ts";
import { imageUrl } from "./image-name.ts";

/** Whose images are stored, where, and for how long unless a record comes to name them. */
export interface Uploader extends Pick<ApiRequest, "store" | "account"> {
  readonly effects: Pick<Effects, "now" | "turn">;
  readonly imageHours: number;
}

/** Stores images, all or none. They are megabytes: everyone else has a turn after each. */
export function storeImages(uploader: Uploader, images: readonly EncodedImage[]): Promise<ImageRecord[]> {
  return uploader.store.write(async (transaction) => {
    const stored: ImageRecord[] = [];
    for (const image of images) {
      stored.push(await storeImage(uploader, transaction, image));
      await uploader.effects.turn();
    }
    return stored;
  });
}

/** Stores an image as the upload of who asks. It is collected at its end unless a record names it before. */
export async function storeImage(
  { effects, account, imageHours }: Omit<Uploader, "store">,
  transaction: StoreTransaction,
  { fileName, type, full, small }: EncodedImage,
): Promise<ImageRecord> {
  const now = effects.now();
  const expiresAt = imageEnd(now, imageHours);
  const origin = { createdAt: now.toISOString(), expiresAt, uploadedBy: account?._id ?? null };
  await transaction.addImage({ fileName, type, ...origin, deletionAsked: false }, full, small);
  return { fileName, imgUrl: imageUrl(fileName), expiresAt };
}

/** Until when an image waits for a record to name it. */
export function imageEnd(now: Date, hours: number): string {
  return new Date(now.getTime() + hours * 3_600_000).toISOString();
}

/** The bytes of images that one transaction stores together with a record. */
const MAX_BYTES_WITH_RECORD = 1024 * 1024;

/**
 * Images that a write found inside values, before its transaction: where they are megabytes together, they are stored now,
 * as uploads are, and the record claims them or they expire. Answers those that are left to be stored with the record.
 */
export async function storeLargeImages(
  uploader: Uploader,
  images: readonly EncodedImage[],
): Promise<readonly EncodedImage[]> {
  const bytes = images.reduce((sum, { full, small }) => sum + full.length + small.bytes.length, 0);
  if (bytes <= MAX_BYTES_WITH_RECORD) return images;
  await storeImages(uploader, images);
  return [];
}
