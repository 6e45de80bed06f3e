import imageCompression from "browser-image-compression";

/** The page's message to the worker. */
export interface CompressionOrder {
  readonly file: File;
  /** Bytes. */
  readonly target: number;
  /** Pixels. */
  readonly maxSide: number;
}

/** The worker's messages: its progress any number of times, then the result. */
export type CompressionAnswer =
  | { readonly share: number }
  | { readonly blob: Blob }
  | { readonly error: string };

/** Runs in the page and in the worker. `onProgress` gets shares from 0 to 1. */
export function compressImage(
  { file, target, maxSide }: CompressionOrder,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Blob> {
  return imageCompression(file, {
    maxSizeMB: target / 1024 / 1024,
    maxWidthOrHeight: maxSide,
    // The library's own worker is loaded from another host, which the page's policy forbids.
    useWebWorker: false,
    maxIteration: 30,
    onProgress: (percent) => onProgress(percent / 100),
    ...(signal === undefined ? {} : { signal }),
  });
}
