// @ts-check
// Runs serve-library.ts in a process of its own, its plugins included.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const alias = [{ find: /^admin$/, replacement: here("../../../src/index.ts") }];
await runnerImport(here("serve-library.ts"), {
  root: here("../../.."),
  configFile: false,
  logLevel: "error",
  resolve: { alias },
});
