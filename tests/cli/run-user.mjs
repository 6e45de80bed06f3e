// @ts-check
// Runs `npm run user` from its source, in a process of its own: node run-user.mjs <arguments…>
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const { module } = await runnerImport(here("../../src/node/server.ts"), {
  root: here("../.."),
  configFile: false,
  logLevel: "error",
  resolve: { alias: [{ find: /^admin$/, replacement: here("../../src/index.ts") }] },
});
const { user, foundPlugins } = /** @type {typeof import("../../src/node/server.ts")} */ (module);
process.exitCode = await user(process.argv.slice(2), process.env, console, {
  plugins: await foundPlugins({}),
});
