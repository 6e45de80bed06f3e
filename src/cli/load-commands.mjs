// @ts-check
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { isBuilt, root } from "./build.mjs";
import { codeFault } from "./code-fault.mjs";

const COMMANDS = join(root, "src/cli/folder-commands.ts");
const PLUGINS = join(root, "plugins/");

/**
 * The commands' code: as built where that is current, else made from src on the spot, which takes a moment where a whole
 * build takes many.
 * @returns {Promise<typeof import("./folder-commands.ts")>}
 */
export async function loadCommands() {
  if (isBuilt()) return import(new URL("../../dist/server/folder-commands.js", import.meta.url).href);
  // inside the project, where a build that is ended leaves what is ignored
  const outDir = mkdtempSync(join(root, ".building-"));
  // plugins' server hooks are read from it when a command asks for them
  process.once("exit", () => rmSync(outDir, { recursive: true, force: true }));
  try {
    await bundle(COMMANDS, outDir);
  } catch (error) {
    const broken = await brokenHooks(outDir);
    if (broken.size === 0) throw error;
    await bundle(COMMANDS, outDir, broken);
  }
  return import(join(outDir, "folder-commands.js"));
}

/**
 * @param {string} entry
 * @param {string} outDir
 * @param {ReadonlyMap<string, string>} [broken] server hooks that cannot be bundled, and why: one that is loaded throws that
 */
async function bundle(entry, outDir, broken = new Map()) {
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    resolve: { alias: [{ find: /^admin$/, replacement: join(root, "src/index.ts") }] },
    build: { ssr: entry, outDir, target: "node20", minify: false },
    // in one file: the hundreds that packages consist of take longer to find than to bundle
    ssr: { noExternal: true },
    plugins: [
      {
        name: "server-hooks",
        enforce: "pre",
        // But plugins' packages are loaded as the server loads them: one may be native.
        resolveId(source, importer) {
          const isPackage = !source.startsWith(".") && !isAbsolute(source) && source !== "admin";
          return isPackage && importer?.startsWith(PLUGINS) ? { id: source, external: true } : undefined;
        },
        load(id) {
          const why = broken.get(id);
          return why === undefined
            ? undefined
            : `throw new Error(${JSON.stringify(why)}); export default undefined;`;
        },
      },
    ],
  });
}

/**
 * The server hooks that cannot be bundled, each tried by itself.
 * @param {string} outDir
 */
async function brokenHooks(outDir) {
  /** @type {Map<string, string>} */
  const broken = new Map();
  for (const name of readdirSync(PLUGINS)) {
    const hook = join(PLUGINS, name, "server.ts");
    if (!existsSync(hook)) continue;
    try {
      await bundle(hook, outDir);
    } catch (error) {
      broken.set(hook, why(error));
    }
  }
  return broken;
}

/**
 * What is wrong, in one line where it is a fault of code or of an import.
 * @param {unknown} error of a build
 */
function why(error) {
  const said = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  return codeFault(error) ?? /^\[[^\]]*\] *(.+)$/m.exec(said)?.[1] ?? said;
}
