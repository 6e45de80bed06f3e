import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll, beforeAll } from "vitest";

/** A script in one file, so that a process is at work as soon as it is there: to read the sources takes each of them seconds. */
export interface BundledScript {
  readonly path: string;
}

/** Bundles a script for the tests of a file, before the first of them; it is gone after the last. */
export function bundledScript(script: URL): BundledScript {
  let outDir = "";
  beforeAll(async () => {
    // Inside the project, for its packages.
    outDir = mkdtempSync(resolve(".building-"));
    await build({
      configFile: false,
      logLevel: "silent",
      resolve: { alias: [{ find: /^admin$/, replacement: resolve("src/index.ts") }] },
      build: { ssr: fileURLToPath(script), outDir, target: "node20", minify: false },
    });
  }, 60_000);
  afterAll(() => rm(outDir, { recursive: true }));
  return {
    get path() {
      return join(outDir, basename(script.pathname).replace(/\.ts$/, ".js"));
    },
  };
}
