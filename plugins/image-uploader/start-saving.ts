import { FieldFailure, type Host } from "admin";
import type { Refusal } from "./choose-files.ts";
import type { ImageWork } from "./image-work.ts";
import type { Options } from "./manifest.ts";
import { PendingPictures } from "./pending-pictures.ts";

/** What the tests of choosing and saving begin with: pictures of so many bytes, and a host that notes what it is asked for. */

export const MB = 1024 * 1024;

/** The numbers of a shop that keeps images at 0.8 MB. */
export const options: Options = {
  types: ["image/png"],
  maxBytes: 5 * MB,
  maxSide: 960,
  compression: [
    { above: MB, share: 0.9, most: 838_860 },
    { above: 419_430, share: 0.9 },
  ],
  previewSide: 400,
  previewQuality: 0.8,
};

export const file = (name: string, size = 10, type = "image/png") =>
  new File([new Uint8Array(size)], name, { type });
export const image = (fileName: string) => ({
  fileName,
  imgUrl: `/api/images/${fileName}`,
  expiresAt: null,
});

/** Makes pictures smaller but those called stubborn, and previews but of those called text. */
export const work: ImageWork = {
  compress: async (source, target) => {
    if (source.name.startsWith("stubborn")) throw new Error("no");
    return new File([new Uint8Array(target)], source.name, { type: source.type });
  },
  preview: async (source) => {
    if (source.name.startsWith("text")) throw new Error("no picture");
    return new Blob(["small"]);
  },
};

export function startSaving() {
  const uploads: { name: string; size: number }[] = [];
  const removals: string[] = [];
  const toasts: string[] = [];
  const broken = { upload: false, remove: false };
  const host: Pick<Host, "upload" | "removeUpload" | "message" | "toast"> = {
    async upload(files, { onProgress }) {
      if (broken.upload) throw new FieldFailure("offline");
      onProgress(1);
      for (const { name, size } of files) uploads.push({ name, size });
      return files.map(({ name }) => image(`stored-${name}`));
    },
    async removeUpload(fileName) {
      if (broken.remove) throw new FieldFailure("offline");
      removals.push(fileName);
    },
    message: (key, values = {}) => [key, ...Object.values(values)].join(" ").trim(),
    toast: (_, text) => void toasts.push(text),
  };
  const pending = new PendingPictures(work);
  const refused: Refusal[] = [];
  const add = (...files: File[]) => pending.add(files, options, (refusal) => refused.push(refusal));
  const shares: number[] = [];
  const context = { signal: new AbortController().signal, progress: (share: number) => shares.push(share) };
  return { host, pending, add, refused, uploads, removals, toasts, broken, context, shares };
}
