import type { Config } from "../../model/config.ts";
import type { ImageRecord } from "../../model/record.ts";
import { belowApi, PATHS } from "../../wire/paths.ts";
import type { Effects } from "../effects.ts";
import { ApiError } from "../http/api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import type { StoredImage, StoreTransaction } from "../store/store.ts";
import { type EncodedImage, encodeImage, NotAnImage } from "./encode-image.ts";
import { isImageName } from "./image-name.ts";
import { type ImageOrigin, imageWithOrigin } from "./image-origin.ts";
import { readFiles, type UploadedFile } from "./read-files.ts";
import { storeImages } from "./store-images.ts";

interface ImageServices {
  readonly effects: Effects;
  readonly imageOrigin: ImageOrigin;
}

/** Throws where the account may not delete the image because of a record that uses it. */
type DeletionRule = (request: ApiRequest, transaction: StoreTransaction, image: StoredImage) => Promise<void>;

interface ImageRules {
  /** The permissions without which nobody uploads or deletes. */
  readonly access: readonly string[];
  /** Throws where the account may fill in no field with images. */
  mustUpload(request: ApiRequest): void;
  readonly mustBeDeletable: DeletionRule;
}

/** Upload and deletion for those who edit records with images; everyone may see them. */
export function imageRoutes(
  config: Config,
  { effects, imageOrigin }: ImageServices,
  { access, mustUpload, mustBeDeletable }: ImageRules,
): Route[] {
  const { limits } = config.app;
  return [
    {
      method: "POST",
      pattern: belowApi(PATHS.upload),
      operation: "upload images",
      access,
      async handle(request) {
        mustUpload(request);
        const files = await readFiles(request.fastify, request.incoming, limits);
        const now = { ...request, account: await request.askAgain() };
        mustUpload(now);
        const images = await uploadImages(now, files, limits, effects);
        return { status: 201, body: images.map((image) => imageWithOrigin(imageOrigin, image)) };
      },
    },
    {
      method: "DELETE",
      pattern: `${belowApi(PATHS.upload)}/{name}`,
      operation: "delete image",
      access,
      handle(request) {
        mustUpload(request);
        return answerImageDeletion(request, mustBeDeletable);
      },
    },
    {
      method: "GET",
      pattern: `${belowApi(PATHS.image)}/{name}`,
      operation: "read image",
      access: "anyone",
      handle: (request) => serveImage(request, "full"),
    },
    {
      method: "GET",
      pattern: `${belowApi(PATHS.smallImage)}/{name}`,
      operation: "read image",
      access: "anyone",
      handle: (request) => serveImage(request, "small"),
    },
  ];
}

/** The stored images in the order sent. Where one file is no image, none is stored. */
async function uploadImages(
  { store, account }: ApiRequest,
  files: readonly UploadedFile[],
  limits: Config["app"]["limits"],
  effects: Effects,
): Promise<readonly ImageRecord[]> {
  const encoded: EncodedImage[] = [];
  // One after the other: an upload decodes one image at a time, and stops at the first file that is none.
  for (const file of files) encoded.push(await encode(file, effects.randomToken));
  const uploader = { store, account, effects, imageHours: limits.imageHours };
  return storeImages(uploader, encoded);
}

async function encode({ name, bytes }: UploadedFile, randomToken: () => string): Promise<EncodedImage> {
  try {
    return await encodeImage(bytes, randomToken);
  } catch (error) {
    if (error instanceof NotAnImage) throw new ApiError("NOT_AN_IMAGE", { values: { name } });
    throw error;
  }
}

/**
 * Answers 200 also where there is no such image. It is deleted at once where no record uses it, else when the record is
 * saved without it. Throws FORBIDDEN, PROTECTED.
 */
async function answerImageDeletion(request: ApiRequest, mustBeDeletable: DeletionRule): Promise<Answer> {
  const name = pathPart(request, "name");
  if (isImageName(name))
    await request.store.write(async (transaction) => {
      const image = await transaction.image(name);
      if (image === undefined) return;
      await mustBeDeletable(request, transaction, image);
      await transaction.askImageDeletion(name);
    });
  return { status: 200, body: { message: request.say("server.deleted") } };
}

/** Answers an image to anyone: its name is the secret. The bytes of a name never change, so caches may keep them forever. */
async function serveImage(request: ApiRequest, size: "full" | "small"): Promise<Answer> {
  const name = pathPart(request, "name");
  const found = isImageName(name)
    ? await request.store.read((view) => view.imageBytes(name, size))
    : undefined;
  if (found === undefined) throw new ApiError("NOT_FOUND");
  const etag = `"${size}-${name}"`;
  const headers = {
    "content-type": found.type,
    "cache-control": "public, max-age=31536000, immutable",
    etag,
    "content-security-policy": "default-src 'none'; sandbox",
    // Other sites may show the images.
    "cross-origin-resource-policy": "cross-origin",
  };
  if (namesTag(request.fastify.headers["if-none-match"], etag)) return { status: 304, body: "", headers };
  return { status: 200, body: found.bytes, headers };
}

function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
