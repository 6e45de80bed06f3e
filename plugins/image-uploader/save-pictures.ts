import { FieldFailure, type Host, type ImageRecord, type PrepareContext } from "admin";
import type { MessageKey, Value } from "./manifest.ts";
import type { PendingPictures } from "./pending-pictures.ts";
import { type FieldValue, withPictures } from "./picture-value.ts";

type SaveHost = Pick<Host<MessageKey>, "upload" | "removeUpload" | "message" | "toast">;

/** The value to validate before the save: pending images by their names. */
export function standInFor(value: FieldValue, pending: PendingPictures, several: boolean): Value | null {
  const added = pending
    .snapshot()
    .pictures.map(({ name, uploaded }) => uploaded ?? { fileName: name, imgUrl: "", expiresAt: null });
  return withPictures(value, added, several);
}

/**
 * Uploads pending images one by one, so that a retry uploads none twice, then deletes those that were removed. Resolves to the
 * field's new value. Rejects with a `FieldFailure` where an upload is refused or an image cannot be compressed. A deletion that
 * fails shows a toast only: the record no longer names the image, so it expires.
 */
export async function savePictures(
  host: SaveHost,
  pending: PendingPictures,
  value: FieldValue,
  several: boolean,
  context: PrepareContext,
): Promise<Value | null> {
  const chosen = pending.snapshot().pictures.map(({ key }) => key);
  await compressed(pending, context);
  const ready = pending.snapshot().pictures;
  // An image that failed was removed with a message. The person has to see that before the record is saved without it.
  if (ready.length < chosen.length) throw new FieldFailure(host.message("compressFailed", { name: "" }));

  const added: ImageRecord[] = [];
  for (const [index, { key, file, uploaded }] of ready.entries()) {
    if (uploaded !== undefined) added.push(uploaded);
    else if (file !== undefined) {
      const text = host.message("uploading", { number: index + 1, count: ready.length });
      const onProgress = (share: number) => context.progress((index + share) / ready.length, text);
      onProgress(0);
      added.push(await upload(host, pending, { key, file }, { signal: context.signal, onProgress }));
    }
  }
  await deleteRemoved(host, pending, context.signal);
  return withPictures(value, added, several);
}

/** Resolves when every image is compressed. An aborted save stops waiting; the compression goes on, for the next save. */
async function compressed(pending: PendingPictures, { signal, progress }: PrepareContext): Promise<void> {
  const stop = pending.subscribe(() => progress(0));
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  if (!signal.aborted) await Promise.race([pending.ready(), aborted]);
  stop();
  signal.throwIfAborted();
}

async function upload(
  host: SaveHost,
  pending: PendingPictures,
  { key, file }: { readonly key: string; readonly file: File },
  options: Parameters<Host["upload"]>[1],
): Promise<ImageRecord> {
  options.signal.throwIfAborted();
  const [record] = await host.upload([file], options).catch((error: unknown) => {
    if (!(error instanceof FieldFailure)) throw error;
    throw new FieldFailure(host.message("uploadFailed", { message: error.message }), { cause: error });
  });
  if (record === undefined) throw new Error(`Nothing was answered to the upload of ${file.name}.`);
  if (pending.has(key)) {
    pending.setUploaded(key, record);
    return record;
  }
  // The form was left during the upload.
  await host.removeUpload(record.fileName).catch(() => {});
  throw new DOMException("The form was left.", "AbortError");
}

async function deleteRemoved(host: SaveHost, pending: PendingPictures, signal: AbortSignal): Promise<void> {
  const { removed, orphans } = pending.snapshot();
  for (const fileName of [...removed, ...orphans]) {
    signal.throwIfAborted();
    try {
      await host.removeUpload(fileName);
      pending.forgetRemoved(fileName);
    } catch (error) {
      if (!(error instanceof FieldFailure)) throw error;
      host.toast("error", host.message("removeFailed", { message: error.message }));
    }
  }
}

/** Called when the form is left: deletes uploads of a failed save. Errors are ignored, since unused uploads expire. */
export async function giveUp(host: SaveHost, pending: PendingPictures): Promise<void> {
  const { pictures, orphans } = pending.snapshot();
  const uploaded = pictures.flatMap((picture) => picture.uploaded?.fileName ?? []);
  pending.clear();
  await Promise.allSettled([...uploaded, ...orphans].map((fileName) => host.removeUpload(fileName)));
}
