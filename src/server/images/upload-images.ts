import { ApiError } from "../api-error.ts";
import { type Answer, type ApiRequest, signedIn } from "../request.ts";
import { imageEnd, keepImage } from "./keep-image.ts";
import { NotAnImage, type PreparedImage, prepareImage } from "./prepare-image.ts";
import { readFiles, type UploadedFile } from "./read-files.ts";

/** Stores every file of the upload or none; answers them in the order sent. */
export async function uploadImages(request: ApiRequest): Promise<Answer> {
  const { fastify, incoming, runtime, store, effects } = request;
  const { limits } = runtime.config.app;
  const files = await readFiles(fastify, incoming, limits);
  const prepared: PreparedImage[] = [];
  // One after the other: an upload holds one decoded image, and stops at the first that is none.
  for (const file of files) prepared.push(await prepare(file, effects.randomToken));
  const now = effects.now();
  const origin = {
    createdAt: now.toISOString(),
    expiresAt: imageEnd(now, limits.imageHours),
    uploadedBy: signedIn(request)._id,
  };
  const body = await store.write(async (transaction) => {
    const images = [];
    for (const image of prepared) {
      // Megabytes are written: others come between.
      await effects.turn();
      images.push(await keepImage(transaction, image, origin));
    }
    await effects.turn();
    return images;
  });
  return { status: 201, body };
}

async function prepare({ name, bytes }: UploadedFile, randomToken: () => string): Promise<PreparedImage> {
  try {
    return await prepareImage(bytes, randomToken);
  } catch (error) {
    if (error instanceof NotAnImage) throw new ApiError("NOT_AN_IMAGE", { values: { name } });
    throw error;
  }
}
