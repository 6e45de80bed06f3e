import type { ImageWork } from "./image-work.ts";

/** Image work by the browser's canvas. The compression library is loaded when the first image needs it. */
export const browserImageWork: ImageWork = {
  async compress(file, target, maxSide, signal, onProgress) {
    const { default: imageCompression } = await import("browser-image-compression");
    // No worker: the library's own is loaded from another host, which the page's policy forbids.
    const blob = await imageCompression(file, {
      maxSizeMB: target / 1024 / 1024,
      maxWidthOrHeight: maxSide,
      useWebWorker: false,
      maxIteration: 30,
      signal,
      onProgress: (percent) => onProgress(percent / 100),
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
      // webp keeps what is transparent; browsers that cannot write it write png.
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", quality));
      if (blob === null) throw new Error("no preview");
      return blob;
    } finally {
      bitmap.close();
    }
  },
};
