import type { ImageRecord } from "../../model/record.ts";
import type { Effects } from "../effects.ts";
import type { ApiRequest } from "../http/request.ts";
import type { StoreTransaction } from "../store/store.ts";
import type { EncodedImage } from "./encode-image.ts";
import { imageUrl } from "./image-name.ts";

interface Uploader extends Pick<ApiRequest, "store" | "account"> {
  readonly effects: Pick<Effects, "now" | "turn">;
  /** How long an image is kept that no record names. */
  readonly imageHours: number;
}

/**
 * Stores images, each in its own transaction: committing the megabytes of several at once would block the event loop for
 * more than 100 ms. The largest is first, because a full disk refuses it most likely. Where one fails, those before are
 * deleted again, or expire where the disk refuses that too.
 */
export async function storeImages(
  uploader: Uploader,
  images: readonly EncodedImage[],
): Promise<ImageRecord[]> {
  const stored = new Map<EncodedImage, ImageRecord>();
  try {
    for (const image of [...images].sort((a, b) => b.full.length - a.full.length)) {
      await uploader.effects.turn();
      const write = (transaction: StoreTransaction) => storeImage(uploader, transaction, image);
      stored.set(image, await uploader.store.write(write));
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
    // The refusal of the upload says what is wrong with the store.
  }
}

/** Stores an image as an upload of the account. It expires unless a record names it. */
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

/** When an image expires that no record names. */
export function imageEnd(now: Date, hours: number): string {
  return new Date(now.getTime() + hours * 3_600_000).toISOString();
}

/** Most bytes of images that one transaction stores together with a record. */
const MAX_BYTES_WITH_RECORD = 1024 * 1024;

/**
 * For images that a write found inside values, before its transaction: stores them now, as uploads, where they are large
 * together. Answers those that are to be stored with the record.
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
