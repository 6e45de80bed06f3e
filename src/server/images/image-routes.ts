import type { Config } from "../../model/config.ts";
import { API, PATHS } from "../../wire/paths.ts";
import { type Answer, type ApiRequest, pathPart } from "../request.ts";
import type { Route } from "../route.ts";
import { isImageName } from "./image-name.ts";
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

/** The image goes at once where no record uses it, else with the next save of the record that does not name it. */
async function deleteImage(request: ApiRequest): Promise<Answer> {
  const name = pathPart(request, "name");
  if (isImageName(name)) await request.store.write((transaction) => transaction.askImageDeletion(name));
  return { status: 200, body: { message: request.say("server.deleted") } };
}

function below(path: string): string {
  return path.slice(API.length);
}
