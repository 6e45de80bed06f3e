import { IMAGE_ENDINGS } from "../record/image-ending.ts";

/** The fixed addresses, which `check-routes.ts` keeps free. Those of entities and sessions come from the config's `endpoints`, also below API. */
export const API = "/api";
export const PATHS = {
  publicConfig: `${API}/config/public`,
  config: `${API}/config`,
  configVersion: `${API}/config/version`,
  configFiles: `${API}/config/files`,
  configFile: `${API}/config/file`,
  configDrafts: `${API}/config/drafts`,
  configReturn: `${API}/config/return`,
  blame: `${API}/config/blame`,
  preferences: `${API}/preferences`,
  chart: `${API}/home/chart`,
  validators: `${API}/validators`,
  upload: `${API}/upload/images`,
  image: `${API}/images`,
  smallImage: `${API}/images/small`,
  health: `${API}/health`,
  ready: `${API}/ready`,
  metrics: `${API}/metrics`,
  openapi: `${API}/openapi.json`,
} as const;

/** A path as patterns of routes have it. */
export function belowApi(path: string): string {
  return path.slice(API.length);
}

/** Whether an address, with or without its query, is below API. */
export function isApiAddress(url: string): boolean {
  return /^\/api(?:[/?#]|$)/.test(url);
}

/** A name that a server gives an image, as a pattern. */
export const IMAGE_NAME = `[A-Za-z0-9_-]{43}\\.(?:${IMAGE_ENDINGS.join("|")})`;
/** With `PUBLIC_URL` addresses have an origin: then only the name tells that such a server has the image. */
const ORIGIN = new RegExp(`^https?://[^/?#\\s\\\\]+(?=${PATHS.image}/${IMAGE_NAME}$)`);

/** The address of the small rendition of an image of such a server; any other address unchanged. */
export function smallImageUrl(imgUrl: string): string {
  const [origin = ""] = ORIGIN.exec(imgUrl) ?? [];
  const path = imgUrl.slice(origin.length);
  return path.startsWith(`${PATHS.image}/`) ? origin + path.replace(PATHS.image, PATHS.smallImage) : imgUrl;
}
