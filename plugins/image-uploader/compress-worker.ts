import { type CompressionAnswer, type CompressionOrder, compressImage } from "./compress-image.ts";

// Runs in a worker, for one order.
const answer = (message: CompressionAnswer) => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<CompressionOrder>) => {
  compressImage(data, (share) => answer({ share })).then(
    (blob) => answer({ blob }),
    (error: unknown) => answer({ error: String(error) }),
  );
};
