import type { Options } from "./manifest.ts";

/** What is done to a chosen image in the browser. One gate, so that the widget's tests need no canvas. */
export interface ImageWork {
  /** Resolves to a file of at most `target` bytes and `maxSide` pixels; rejects where that cannot be done. */
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

/** How many bytes a file may have after compression; undefined: it is not touched. */
export function compressionTarget(size: number, steps: Options["compression"]): number | undefined {
  const step = steps.find(({ above }) => size > above);
  if (step === undefined) return undefined;
  return Math.floor(Math.min(step.share * size, step.most ?? Number.POSITIVE_INFINITY));
}

/** A chosen file, ready to upload. */
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

/** A chosen file that turned out to be unusable. */
export class NotReady extends Error {
  constructor(
    readonly key: "compressFailed" | "notAnImage",
    cause: unknown,
  ) {
    super(key, { cause });
    this.name = "NotReady";
  }
}
