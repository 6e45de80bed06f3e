// @ts-check
import { buildOrEnd } from "./build.mjs";

await buildOrEnd();
const { user } = await import(new URL("../../dist/server/server.js", import.meta.url).href);
process.exitCode = await user(process.argv.slice(2), process.env, console);
