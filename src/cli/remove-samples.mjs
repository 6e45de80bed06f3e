// @ts-check
import { buildOrEnd } from "./build.mjs";

await buildOrEnd();
const { removeSampleData } = await import(new URL("../../dist/server/server.js", import.meta.url).href);
await removeSampleData(process.env);
