/** One server for a data folder: two would each run their own collecting, log-in limits and first start. */
import { existsSync } from "node:fs";
import { access, constants, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ownValue } from "../record/json.ts";
import { hold } from "../server/store/sqlite/file/hold.ts";
import { StartRefused } from "./settings.ts";

const LOCK_FILE = "server.lock";

/** Creates the folder if there is none, and locks it. Returns what unlocks it. Throws StartRefused. */
export async function lockData(folder: string): Promise<() => void> {
  await makeFolder(folder);
  const free = hold(join(folder, LOCK_FILE));
  if (free === undefined)
    throw new StartRefused([`DATA_DIR "${folder}" is in use by a server that runs; end it first.`]);
  return free;
}

/** Whether a server ever ran on the folder: the lock file stays. */
export const hasLock = (folder: string): boolean => existsSync(join(folder, LOCK_FILE));

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    const code = ownValue(error, "code");
    const why =
      code === "EEXIST" || code === "ENOTDIR"
        ? "leads to a file; it must be a folder"
        : `cannot be written (${code})`;
    throw new StartRefused([`DATA_DIR "${folder}" ${why}.`]);
  }
}

/** The error of a failed `listen` as StartRefused, with the setting to change; any other error as it is. */
export function listenRefusal(error: unknown, port: number, host: string): unknown {
  switch (ownValue(error, "code")) {
    case "EADDRINUSE":
      return new StartRefused([`PORT ${port} is in use on ${host}; end what uses it or set another.`]);
    case "EACCES":
      return new StartRefused([`PORT ${port} may not be used by this account; set one above 1023.`]);
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EADDRNOTAVAIL":
      return new StartRefused([`HOST "${host}" is no address of this machine.`]);
    default:
      return error;
  }
}
