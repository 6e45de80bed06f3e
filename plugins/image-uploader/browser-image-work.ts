import type { CompressionAnswer, CompressionOrder } from "./compress-image.ts";
import type { ImageWork } from "./image-work.ts";

/** Image work by the browser's canvas. The compression library is loaded with the first image that needs it. */
export const browserImageWork: ImageWork = {
  async compress(file, target, maxSide, signal, onProgress) {
    const order = { file, target, maxSide };
    signal.throwIfAborted();
    // A large png takes seconds, so a worker compresses it; where that fails, the page does.
    const blob = await inWorker(order, signal, onProgress).catch(async (error: unknown) => {
      if (signal.aborted) throw error;
      const { compressImage } = await import("./compress-image.ts");
      return compressImage(order, onProgress, signal);
    });
    if (blob.size === 0 || blob.size > target) throw new Error(`${file.name} stayed at ${blob.size} bytes`);
    return new File([blob], file.name, { type: blob.type, lastModified: file.lastModified });
  },

  async preview(file, side, quality) {
    const bitmap = await createImageBitmap(file);
    try {
      const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(bitmap.width * scale));
      canvas.height = Math.max(1, Math.round(bitmap.height * scale));
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("no canvas");
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      // webp keeps transparency; browsers that cannot write it write png.
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", quality));
      if (blob === null) throw new Error("no preview");
      return blob;
    } finally {
      bitmap.close();
    }
  },
};

function inWorker(
  order: CompressionOrder,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const worker = new Worker(new URL("./compress-worker.ts", import.meta.url), { type: "module" });
  const done = new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CompressionAnswer>) => {
      if ("share" in data) onProgress(data.share);
      else if ("blob" in data) resolve(data.blob);
      else reject(new Error(data.error));
    };
    worker.onerror = (event) => reject(new Error(event.message || "no worker"));
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    worker.postMessage(order);
  });
  return done.finally(() => worker.terminate());
}
