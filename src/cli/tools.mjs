// @ts-check
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isBuilt, root } from "./build.mjs";

/**
 * The commands' code: as built where that is current, else made from src on the spot, which takes a moment where a whole
 * build takes many.
 * @returns {Promise<typeof import("./tools.ts")>}
 */
export async function loadTools() {
  if (isBuilt()) return import(new URL("../../dist/server/tools.js", import.meta.url).href);
  const { build } = await import("vite");
  // inside the project, where a build that is ended leaves what is ignored
  const outDir = mkdtempSync(join(root, ".building-"));
  try {
    await build({
      root,
      configFile: false,
      logLevel: "error",
      build: { ssr: "src/cli/tools.ts", outDir, target: "node20", minify: false },
      // in one file: the hundreds that packages consist of take longer to find than to bundle
      ssr: { noExternal: true },
    });
    return await import(join(outDir, "tools.js"));
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
