const ENTITY_NAME = /^[a-z][A-Za-z0-9-]*$/;

const CONFIG_PATH = /^(?:app|messages|(?:entities|samples)\/[a-z][A-Za-z0-9-]*)\.json$/;

/** The files that a config is made of, and no path that leads elsewhere. */
export function isConfigPath(path: string): boolean {
  return CONFIG_PATH.test(path);
}

/** Whether an entity, and so its files, can be called so. */
export function isEntityName(name: string): boolean {
  return ENTITY_NAME.test(name) && !(name in Object.prototype);
}
