import type { ImageRecord } from "../../model/record.ts";
import type { StoreTransaction } from "../store/store.ts";
import { imageUrl } from "./image-name.ts";
import type { PreparedImage } from "./prepare-image.ts";

/** Until when an image waits for a record to name it. */
export function imageEnd(now: Date, hours: number): string {
  return new Date(now.getTime() + hours * 3_600_000).toISOString();
}

/** Stores a prepared image. It is collected at `expiresAt` unless a record names it before. */
export async function keepImage(
  transaction: StoreTransaction,
  { fileName, type, full, small }: PreparedImage,
  times: { readonly createdAt: string; readonly expiresAt: string },
): Promise<ImageRecord> {
  await transaction.addImage({ fileName, type, ...times, deletionAsked: false }, full, small);
  return { fileName, imgUrl: imageUrl(fileName), expiresAt: times.expiresAt };
}
