import { ApiError } from "../api-error.ts";
import { type Answer, type ApiRequest, pathPart } from "../request.ts";
import { isImageName } from "./image-name.ts";

/** Answers the bytes of an image, to anyone: its name is the secret. A name never holds other bytes, so caches keep it for good. */
export async function serveImage(request: ApiRequest, size: "full" | "small"): Promise<Answer> {
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
