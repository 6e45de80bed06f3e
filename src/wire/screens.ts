/** A part of a screen's path. With a backslash, a blank or a control character, a browser might read it as another site's. */
const PART = "[^/\\\\\\s\\p{Cc}]+";
const ENTITY_SCREEN = `${PART}/(?:list|create|edit/${PART})`;
const SCREEN = new RegExp(`^/(?:(?:login|register|config|${ENTITY_SCREEN})/?)?$`, "u");

/** Whether a path, without its query, has the shape of a screen. The entity in it may not exist: only sessions learn which do. */
export function isScreenPath(path: string): boolean {
  return SCREEN.test(path);
}
