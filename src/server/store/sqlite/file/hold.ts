import { codeOf, openBare } from "../driver.ts";

/**
 * Locks a file until the process ends, however that happens: no stale lock is left behind. Answers what unlocks it
 * earlier; undefined while another process has locked it.
 */
export function hold(file: string): (() => void) | undefined {
  const { exec, close } = openBare(file);
  try {
    exec("begin exclusive");
    return close;
  } catch (error) {
    close();
    if (codeOf(error).startsWith("SQLITE_BUSY")) return undefined;
    throw error;
  }
}
