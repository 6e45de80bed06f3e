import { openBare } from "../driver.ts";

/**
 * Holds a file for as long as this process lives: the system lets go of it however the process ends, so nothing stale
 * is left behind. Answers what lets go sooner; undefined while another holds it.
 */
export function hold(file: string): (() => void) | undefined {
  const { exec, close } = openBare(file);
  try {
    exec("begin exclusive");
    return close;
  } catch (error) {
    close();
    if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY"))
      return undefined;
    throw error;
  }
}
