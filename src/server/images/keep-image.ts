import type { ImageRecord } from "../../model/record.ts";
import type { StoreTransaction } from "../store/store.ts";
import { imageUrl } from "./image-name.ts";
import type { PreparedImage } from "./prepare-image.ts";

/** Until when an image waits for a record to name it. */
export function imageEnd(now: Date, hours: number): string {
  return new Date(now.getTime() + hours * 3_600_000).toISOString();
}

/** Whose it is, and when: what is stored of an image beside its bytes. */
export interface ImageOrigin {
  readonly createdAt: string;
  readonly expiresAt: string;
  /** `_id` of an account; null: nobody's. */
  readonly uploadedBy: string | null;
}

/** Stores a prepared image. It is collected at `expiresAt` unless a record names it before. */
export async function keepImage(
  transaction: StoreTransaction,
  { fileName, type, full, small }: PreparedImage,
  origin: ImageOrigin,
): Promise<ImageRecord> {
  await transaction.addImage({ fileName, type, ...origin, deletionAsked: false }, full, small);
  return { fileName, imgUrl: imageUrl(fileName), expiresAt: origin.expiresAt };
}
