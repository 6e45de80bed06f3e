/** The fixed addresses. Those of entities and sessions come from the config's `endpoints`, also below API. */
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

/** The address of the small rendition of an image of this server; any other address unchanged. */
export function smallImageUrl(imgUrl: string): string {
  return imgUrl.startsWith(`${PATHS.image}/`) ? imgUrl.replace(PATHS.image, PATHS.smallImage) : imgUrl;
}
