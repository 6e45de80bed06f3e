// @ts-check
import { fileURLToPath } from "node:url";
import { buildOrEnd } from "./build.mjs";

await buildOrEnd();
const { start } = await import(new URL("../../dist/server/server.js", import.meta.url).href);
await start(process.env, { browserFolder: fileURLToPath(new URL("../../dist/browser", import.meta.url)) });
