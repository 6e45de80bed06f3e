// @ts-check
// Runs serve-library.ts, its plugins included.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
await runnerImport(here("serve-library.ts"), {
  root: here("../../.."),
  configFile: false,
  logLevel: "error",
  resolve: { alias: [{ find: /^admin$/, replacement: here("../../../src/index.ts") }] },
});
