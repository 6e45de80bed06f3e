const ENTITY_NAME = /^[a-z][A-Za-z0-9-]*$/;
const CONFIG_PATH = /^(?:app|messages|(?:entities|samples)\/[a-z][A-Za-z0-9-]*)\.json$/;

/** Whether a path is that of a file of a config; none of them leads out of the folder. */
export function isConfigPath(path: string): boolean {
  return CONFIG_PATH.test(path);
}

/** Whether an entity, and so its files, can have this name. */
export function isEntityName(name: string): boolean {
  return ENTITY_NAME.test(name) && !(name in Object.prototype);
}

/** Where the pictures of samples are, inside the config folder. */
export const PICTURE_FOLDER = "samples/images";

/** The name in that folder of a picture that a sample names: a path before it does not count. */
export function pictureName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

/** The ending of a JSON file; also one that an editor or a system has made of it, so that the file would be overlooked. */
export const ALMOST_JSON = /\.json(?:\.txt)?$/i;
