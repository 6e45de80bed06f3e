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

/**
 * Stores images, each in a transaction of its own: committing the megabytes of several at once would hold the event loop
 * for more than 100 ms. The largest comes first, since a full disk refuses that one first. Where one fails, those before
 * are deleted again; a disk that refuses that too keeps them until they expire, as uploads that no record names.
 */
export async function storeImages(
  uploader: Uploader,
  images: readonly EncodedImage[],
): Promise<ImageRecord[]> {
  const stored = new Map<EncodedImage, ImageRecord>();
  try {
    for (const image of [...images].sort((a, b) => b.full.length - a.full.length)) {
      await uploader.effects.turn();
      stored.set(
        image,
        await uploader.store.write((transaction) => storeImage(uploader, transaction, image)),
      );
    }
  } catch (error) {
    await deleteAgain(uploader, [...stored.values()]);
    throw error;
  }
  return images.flatMap((image) => stored.get(image) ?? []);
}

async function deleteAgain({ store }: Uploader, images: readonly ImageRecord[]): Promise<void> {
  if (images.length === 0) return;
  try {
    await store.write(async (transaction) => {
      for (const { fileName } of images) await transaction.askImageDeletion(fileName);
    });
  } catch {
    // What is wrong with the store is said by the refusal of the upload.
  }
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
