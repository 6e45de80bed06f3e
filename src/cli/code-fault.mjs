// @ts-check
import { stripVTControlCharacters } from "node:util";

/**
 * What a bundler (Vite) found wrong in code, and where, in one line; its own first line only counts the errors. Of an
 * error that names no place in code: undefined.
 * @param {unknown} error @returns {string | undefined}
 */
export function codeFault(error) {
  const said = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  const [, where] = /\[ (\S+:\d+:\d+) \]/.exec(said) ?? [];
  if (where === undefined) return undefined;
  const [, what = "It cannot be read"] = /^\[[^\]]*\] *(.+)$/m.exec(said) ?? [];
  return `${what} (${where})`;
}
