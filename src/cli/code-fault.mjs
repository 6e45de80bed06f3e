// @ts-check
import { stripVTControlCharacters } from "node:util";

/**
 * A fault of code that Vite reports, with its place, in one line; undefined if the error names no place in code.
 * @param {unknown} error @returns {string | undefined}
 */
export function codeFault(error) {
  const said = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  const [, where] = /\[ (\S+:\d+:\d+) \]/.exec(said) ?? [];
  if (where === undefined) return undefined;
  const [, what = "It cannot be read"] = /^\[[^\]]*\] *(.+)$/m.exec(said) ?? [];
  return `${what} (${where})`;
}
