import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const folders: string[] = [];

/** To be called when no thread runs any more. */
export async function removeThreads(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
}

/**
 * The thread for hooks as a build has it, with these plugins: the text of each `server.ts` by its folder's name.
 * Without any, those that are installed.
 */
export async function buildThread(hooks?: Readonly<Record<string, string>>): Promise<URL> {
  // Inside the project, where packages are found, and what is left behind is ignored.
  const outDir = await mkdtemp(join(resolve(), ".building-"));
  const root = hooks === undefined ? resolve() : await mkdtemp(join(tmpdir(), "plugins-"));
  for (const [name, text] of Object.entries(hooks ?? {})) {
    await mkdir(join(root, "plugins", name), { recursive: true });
    await writeFile(join(root, "plugins", name, "server.ts"), text);
  }
  folders.push(outDir, ...(hooks === undefined ? [] : [root]));
  // Else the module would be called otherwise.
  if (hooks !== undefined) await writeFile(join(root, "package.json"), '{ "type": "module" }');
  await build({
    root,
    configFile: false,
    logLevel: "error",
    resolve: { alias: [{ find: /^admin$/, replacement: resolve("src/index.ts") }] },
    build: { ssr: resolve("src/node/hook-thread.ts"), outDir, target: "node20", minify: false },
  });
  return pathToFileURL(join(outDir, "hook-thread.js"));
}
