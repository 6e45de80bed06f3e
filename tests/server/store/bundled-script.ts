import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** A script of this folder in one file, so that a process is at work as soon as it is there. */
export interface BundledScript {
  readonly path: string;
  remove(): Promise<void>;
}

/** Inside the project, for its packages. */
export async function bundleScript(name: string): Promise<BundledScript> {
  const outDir = mkdtempSync(".building-");
  await build({
    configFile: false,
    logLevel: "silent",
    build: {
      ssr: fileURLToPath(new URL(name, import.meta.url)),
      outDir,
      target: "node20",
      minify: false,
    },
  });
  return {
    path: join(outDir, basename(name).replace(/\.ts$/, ".js")),
    remove: () => rm(outDir, { recursive: true }),
  };
}
