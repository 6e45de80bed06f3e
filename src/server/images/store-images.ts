import type { ImageRecord } from "../../model/record.ts";
import type { ApiRequest } from "../runtime/request.ts";
import type { StoreTransaction } from "../store/store.ts";
import { imageEnd, keepImage, type PreparedImage } from "./prepare-image.ts";

type Uploader = Pick<ApiRequest, "store" | "effects" | "runtime" | "account">;

/**
 * Stores images one after another, each in a transaction of its own: committing the megabytes of several at once would
 * hold the event loop. Where a later one fails, those before stay: they are uploads that no record names, and expire.
 */
export async function storeImages(
  request: Uploader,
  images: readonly PreparedImage[],
): Promise<ImageRecord[]> {
  const stored: ImageRecord[] = [];
  for (const image of images) {
    await request.effects.turn();
    stored.push(await request.store.write((transaction) => storeImage(request, transaction, image)));
  }
  return stored;
}

/** Stores an image as the upload of who asks, to expire unless a record comes to name it. */
export function storeImage(
  { effects, runtime, account }: Omit<Uploader, "store">,
  transaction: StoreTransaction,
  image: PreparedImage,
): Promise<ImageRecord> {
  const now = effects.now();
  return keepImage(transaction, image, {
    createdAt: now.toISOString(),
    expiresAt: imageEnd(now, runtime.config.app.limits.imageHours),
    uploadedBy: account?._id ?? null,
  });
}

/** The bytes of images that one transaction stores together with a record. */
const MAX_BYTES_WITH_RECORD = 1024 * 1024;

/**
 * Images that a write found inside values, before its transaction: where they are megabytes together, they are stored now,
 * as uploads are, and the record claims them or they expire. Answers those that are left to be stored with the record.
 */
export async function storeLargeImages(
  request: Uploader,
  images: readonly PreparedImage[],
): Promise<readonly PreparedImage[]> {
  const bytes = images.reduce((sum, { full, small }) => sum + full.length + small.bytes.length, 0);
  if (bytes <= MAX_BYTES_WITH_RECORD) return images;
  await storeImages(request, images);
  return [];
}
