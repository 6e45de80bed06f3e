import { PATHS } from "./paths.ts";

/** Address of the small rendition of an image of this server; any other address comes back as it is. */
export function smallImageUrl(imgUrl: string): string {
  return imgUrl.startsWith(`${PATHS.image}/`) ? imgUrl.replace(PATHS.image, PATHS.smallImage) : imgUrl;
}
