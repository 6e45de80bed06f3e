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
