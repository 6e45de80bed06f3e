import { FieldFailure, type Host, type ImageRecord, type PrepareContext } from "admin";
import type { MessageKey, Value } from "./manifest.ts";
import type { PendingPictures } from "./pending-pictures.ts";
import { type Held, withPictures } from "./picture-value.ts";

type SaveHost = Pick<Host<MessageKey>, "upload" | "removeUpload" | "message" | "toast">;

/** What the field will hold after a save, as far as it can be validated before: pending images by their names. */
export function standInFor(value: Held, pending: PendingPictures, several: boolean): Value | null {
  const added = pending
    .snapshot()
    .pictures.map(({ name, uploaded }) => uploaded ?? { fileName: name, imgUrl: "", expiresAt: null });
  return withPictures(value, added, several);
}

/**
 * Uploads what is pending, one by one so that a retry sends no image twice, then deletes the images that were removed.
 * Resolves to the field's new value. Rejects with the sentence to show: an upload was refused, or an image could not
 * be made smaller. A deletion that fails is only reported: the record no longer names the image, so it expires.
 */
export async function savePictures(
  host: SaveHost,
  pending: PendingPictures,
  value: Held,
  several: boolean,
  context: PrepareContext,
): Promise<Value | null> {
  const chosen = pending.snapshot().pictures.map(({ key }) => key);
  await madeReady(pending, context);
  const ready = pending.snapshot().pictures;
  // One that failed meanwhile has left the list and reported why; what is saved must be what the person sees.
  if (ready.length < chosen.length) throw new FieldFailure(host.message("compressFailed", { name: "" }));

  const added: ImageRecord[] = [];
  for (const [index, { key, file, uploaded }] of ready.entries()) {
    if (uploaded !== undefined) added.push(uploaded);
    else if (file !== undefined) {
      const onProgress = (share: number) => context.progress((index + share) / ready.length);
      added.push(await upload(host, pending, { key, file }, { signal: context.signal, onProgress }));
    }
  }
  await deleteRemoved(host, pending, context.signal);
  return withPictures(value, added, several);
}

/** Resolves when every image is small enough. Whoever gives up waits no longer; the work goes on, for another try. */
async function madeReady(pending: PendingPictures, { signal, progress }: PrepareContext): Promise<void> {
  const stop = pending.subscribe(() => progress(0));
  let giveUp = () => {};
  const given = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  signal.addEventListener("abort", giveUp);
  if (!signal.aborted) await Promise.race([pending.settled(), given]);
  signal.removeEventListener("abort", giveUp);
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
  // It arrived after the form was left: nobody waits for it any more.
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

/** The form was left: what a failed save had uploaded goes again. Errors are not reported: it would expire anyway. */
export async function giveUp(host: SaveHost, pending: PendingPictures): Promise<void> {
  const { pictures, orphans } = pending.snapshot();
  const uploaded = pictures.flatMap((picture) => picture.uploaded?.fileName ?? []);
  pending.clear();
  await Promise.allSettled([...uploaded, ...orphans].map((fileName) => host.removeUpload(fileName)));
}
