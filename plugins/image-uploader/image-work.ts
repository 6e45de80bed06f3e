import type { Options } from "./manifest.ts";

/** Work on a chosen image. An interface, so that the widget's tests need no canvas. */
export interface ImageWork {
  /** Resolves to a file of at most `target` bytes and `maxSide` pixels; rejects where that is impossible. */
  compress(
    file: File,
    target: number,
    maxSide: number,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<File>;
  /** Resolves to a picture of at most `side` × `side` pixels; rejects where the file is no picture. */
  preview(file: File, side: number, quality: number): Promise<Blob>;
}

/** The most bytes that a file may have after compression; undefined: it is not compressed. */
export function compressionTarget(size: number, steps: Options["compression"]): number | undefined {
  const step = steps.find(({ above }) => size > above);
  if (step === undefined) return undefined;
  return Math.floor(Math.min(step.share * size, step.most ?? Number.POSITIVE_INFINITY));
}

/** The file to upload for a chosen one, and its preview. Rejects with `NotReady`, or with the signal's reason. */
export async function makeReady(
  work: ImageWork,
  file: File,
  options: Options,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<{ readonly file: File; readonly preview: Blob }> {
  const target = compressionTarget(file.size, options.compression);
  const small =
    target === undefined
      ? file
      : await work.compress(file, target, options.maxSide, signal, onProgress).catch((cause: unknown) => {
          throw new NotReady("compressFailed", cause);
        });
  signal.throwIfAborted();
  const preview = await work
    .preview(small, options.previewSide, options.previewQuality)
    .catch((cause: unknown) => {
      throw new NotReady("notAnImage", cause);
    });
  signal.throwIfAborted();
  return { file: small, preview };
}

/** A chosen file cannot be used; `key` is the message that says why. */
export class NotReady extends Error {
  constructor(
    readonly key: "compressFailed" | "notAnImage",
    cause: unknown,
  ) {
    super(key, { cause });
    this.name = "NotReady";
  }
}
