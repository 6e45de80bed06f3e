import type { Config } from "../../model/config.ts";
import { API, PATHS } from "../../wire/paths.ts";
import type { Route } from "../route.ts";
import { deleteImage } from "./delete-image.ts";
import { imagePermissions } from "./image-permissions.ts";
import { serveImage } from "./serve-image.ts";
import { uploadImages } from "./upload-images.ts";

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
