import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One script of a file of this folder and all that it imports, made in memory. */
export async function bundleForPage(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: { alias: [{ find: /^admin$/, replacement: here("../../src/index.ts") }] },
    build: {
      write: false,
      minify: false,
      lib: { entry: here(entry), name: "page", formats: ["iife"] },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    "output" in one ? one.output : [],
  );
  const chunk = outputs.find(({ type }) => type === "chunk");
  if (chunk?.type !== "chunk") throw new Error("Nothing was built.");
  return chunk.code;
}
