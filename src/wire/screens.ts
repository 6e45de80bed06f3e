/** No part of a path has a backslash, a blank or a control character: with those a browser might read it as another site's. */
const SCREEN =
  /^\/(?:(?:login|register|config|journal|webhooks|[^/\\\s\p{Cc}]+\/(?:list|create|bin|(?:edit|history)\/[^/\\\s\p{Cc}]+))\/?)?$/u;

/** Whether a path, without its query, has the shape of a screen. The entity in it may not exist: only sessions learn which do. */
export function isScreenPath(path: string): boolean {
  return SCREEN.test(path);
}
