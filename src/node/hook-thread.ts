/** Root of a thread that runs server hooks on large values. */
import { parentPort } from "node:worker_threads";
import type { AnyServerPlugin } from "../plugin/server-hook.ts";
import { surviveUnawaited } from "../server/hooks/run-hook.ts";
import { serveHooks } from "../server/hooks/serve-hooks.ts";

const HOOKS = import.meta.glob<AnyServerPlugin>("/plugins/*/server.ts", { import: "default" });

/** The server checked the same hook when it started. */
async function load(folder: string): Promise<AnyServerPlugin> {
  const hook = HOOKS[`/${folder}/server.ts`];
  if (hook === undefined) throw new Error(`${folder} has no server hook in this build.`);
  return hook();
}

if (parentPort === null) throw new Error("This is run by the server, as a thread of it.");
const port = parentPort;
surviveUnawaited(process, (text) => port.postMessage({ kind: "log", text }));
serveHooks(port, load);
