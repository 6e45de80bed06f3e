/** Addresses that no config names. Those of entities and sessions come from the config's `endpoints`, below API too. */
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
  validators: `${API}/validators`,
  upload: `${API}/upload/images`,
  image: `${API}/images`,
  smallImage: `${API}/images/small`,
  health: `${API}/health`,
} as const;

/** Address of the small rendition of an image of this server; any other address comes back as it is. */
export function smallImageUrl(imgUrl: string): string {
  return imgUrl.startsWith(`${PATHS.image}/`) ? imgUrl.replace(PATHS.image, PATHS.smallImage) : imgUrl;
}
