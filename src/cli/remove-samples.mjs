// @ts-check
import { buildWhatIsStale } from "./build.mjs";

await buildWhatIsStale();
const { removeSampleData } = await import(new URL("../../dist/server/server.js", import.meta.url).href);
await removeSampleData(process.env);
