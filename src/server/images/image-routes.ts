import type { Config } from "../../model/config.ts";
import type { Field } from "../../model/entity.ts";
import { someField } from "../../record/walk.ts";
import { API, PATHS } from "../../wire/paths.ts";
import { ApiError } from "../http/api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../runtime/request.ts";
import type { Route } from "../runtime/route.ts";
import { deleteImage } from "./delete-image.ts";
import { isImageName } from "./image-name.ts";
import { NotAnImage, type PreparedImage, prepareImage } from "./prepare-image.ts";
import { readFiles, type UploadedFile } from "./read-files.ts";
import { storeImages } from "./store-images.ts";

/** Uploading and deleting for those who edit pictured records; showing for everyone. */
export function imageRoutes(config: Config): Route[] {
  const access = imagePermissions(config);
  return [
    {
      method: "POST",
      pattern: below(PATHS.upload),
      operation: "upload images",
      access,
      handle: uploadImages,
    },
    {
      method: "DELETE",
      pattern: `${below(PATHS.upload)}/{name}`,
      operation: "delete image",
      access,
      handle: deleteImage,
    },
    {
      method: "GET",
      pattern: `${below(PATHS.image)}/{name}`,
      operation: "read image",
      access: "anyone",
      handle: (request) => serveImage(request, "full"),
    },
    {
      method: "GET",
      pattern: `${below(PATHS.smallImage)}/{name}`,
      operation: "read image",
      access: "anyone",
      handle: (request) => serveImage(request, "small"),
    },
  ];
}

function below(path: string): string {
  return path.slice(API.length);
}

/** Answers the files of the upload in the order sent. Where one is no image, none is stored. */
async function uploadImages(request: ApiRequest): Promise<Answer> {
  const { fastify, incoming, runtime, effects } = request;
  const files = await readFiles(fastify, incoming, runtime.config.app.limits);
  const prepared: PreparedImage[] = [];
  // One after the other: an upload holds one decoded image, and stops at the first that is none.
  for (const file of files) prepared.push(await prepare(file, effects.randomToken));
  return { status: 201, body: await storeImages(request, prepared) };
}

async function prepare({ name, bytes }: UploadedFile, randomToken: () => string): Promise<PreparedImage> {
  try {
    return await prepareImage(bytes, randomToken);
  } catch (error) {
    if (error instanceof NotAnImage) throw new ApiError("NOT_AN_IMAGE", { values: { name } });
    throw error;
  }
}

/** Answers the bytes of an image, to anyone: its name is the secret. A name never holds other bytes, so caches keep it for good. */
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
    "x-content-type-options": "nosniff",
    // Other sites of the same shop may show its pictures.
    "cross-origin-resource-policy": "cross-origin",
  };
  if (namesTag(request.fastify.headers["if-none-match"], etag)) return { status: 304, body: "", headers };
  return { status: 200, body: found.bytes, headers };
}

function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

const PICTURED = new Set(["image", "images", "html"]);

/** The permissions of the entities whose records show images: who holds one may upload. */
function imagePermissions(config: Config): string[] {
  const entities = [...config.entities.values()].filter(({ fields }) => fields.some(showsImages));
  return [...new Set(entities.map(({ permission }) => permission))];
}

function showsImages(field: Field): boolean {
  return someField(field, ({ valueType }) => PICTURED.has(valueType));
}
