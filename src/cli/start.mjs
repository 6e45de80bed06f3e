// @ts-check
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadServer, root } from "./build.mjs";

const { beginAnew } = readArguments();
const { start } = await loadServer();
const browserFolder = fileURLToPath(new URL("../../dist/browser", import.meta.url));
const hookThread = new URL("../../dist/server/hook-thread.js", import.meta.url);
const backupThread = new URL("../../dist/server/backup-thread.js", import.meta.url);
await start(process.env, { browserFolder, hookThread, backupThread, beginAnew, projectFolder: root });

function readArguments() {
  try {
    return { beginAnew: parseArgs({ options: { new: { type: "boolean" } } }).values.new === true };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nUsage: npm start [-- --new]`);
    process.exit(2);
  }
}
