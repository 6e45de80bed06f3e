// @ts-check
import { fileURLToPath } from "node:url";
import { buildWhatIsStale } from "./build.mjs";

await buildWhatIsStale();
const { start } = await import(new URL("../../dist/server/server.js", import.meta.url).href);
await start(process.env, { browserFolder: fileURLToPath(new URL("../../dist/browser", import.meta.url)) });
