import imageCompression from "browser-image-compression";

/** What the page asks of the worker. */
export interface CompressionOrder {
  readonly file: File;
  /** Bytes. */
  readonly target: number;
  /** Pixels. */
  readonly maxSide: number;
}

/** What the worker answers: how far it is, any number of times, then the outcome. */
export type CompressionAnswer =
  | { readonly share: number }
  | { readonly blob: Blob }
  | { readonly error: string };

/** The compression itself, in the page as in the worker. `onProgress` gets shares from 0 to 1. */
export function compressImage(
  { file, target, maxSide }: CompressionOrder,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Blob> {
  return imageCompression(file, {
    maxSizeMB: target / 1024 / 1024,
    maxWidthOrHeight: maxSide,
    // Its own worker comes from another host, which the page's policy forbids.
    useWebWorker: false,
    maxIteration: 30,
    onProgress: (percent) => onProgress(percent / 100),
    ...(signal === undefined ? {} : { signal }),
  });
}
