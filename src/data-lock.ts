/** One server for a data folder: two would each run their own collecting, log-in limits and first start. */
import { access, constants, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartRefused } from "./server/settings.ts";

const LOCK_FILE = "server.pid";

// A number found in the file may be this process's own from before a container started anew: only this tells.
const held = new Set<string>();

/** Makes the folder where there is none. Throws StartRefused where it can be none of ours or a server runs on it; answers what frees it. */
export async function lockData(folder: string): Promise<() => Promise<void>> {
  await makeFolder(folder);
  const file = join(folder, LOCK_FILE);
  if (!(await claim(file))) {
    const pid = Number(await readFile(file, "utf8").catch(() => ""));
    if (isRunning(file, pid)) throw inUse(folder, pid);
    await rm(file, { force: true });
    if (!(await claim(file))) throw inUse(folder, pid);
  }
  held.add(file);
  return async () => {
    held.delete(file);
    await rm(file, { force: true });
  };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    const code = codeOf(error);
    const why =
      code === "EEXIST" || code === "ENOTDIR"
        ? "leads to a file; it must be a folder"
        : `cannot be written (${code})`;
    throw new StartRefused([`DATA_DIR "${folder}" ${why}.`]);
  }
}

async function claim(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function isRunning(file: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return held.has(file);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function inUse(folder: string, pid: number): StartRefused {
  return new StartRefused([
    `DATA_DIR "${folder}" is in use by a server that runs as process ${pid}; end it first.`,
  ]);
}

/** What the system says of a failed `listen`, as the setting to change; anything else as it is. */
export function listenRefusal(error: unknown, port: number, host: string): unknown {
  switch (codeOf(error)) {
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

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
}
