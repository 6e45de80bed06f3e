// @ts-check
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { isBuilt, root } from "./build.mjs";
import { codeFault } from "./code-fault.mjs";

const COMMANDS = join(root, "src/cli/folder-commands.ts");
const PLUGINS = join(root, "plugins/");

/**
 * The commands' code: from the build if that is current, else bundled now, which is much faster than a build.
 * @returns {Promise<typeof import("./folder-commands.ts")>}
 */
export async function loadCommands() {
  if (isBuilt()) return import(new URL("../../dist/server/folder-commands.js", import.meta.url).href);
  // Inside the project, where git ignores what a killed process leaves.
  const outDir = mkdtempSync(join(root, ".building-"));
  // Commands load the plugins' server hooks from it later.
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
 * @param {ReadonlyMap<string, string>} [broken] server hooks that cannot be bundled, and the error that importing each throws
 */
async function bundle(entry, outDir, broken = new Map()) {
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    resolve: { alias: [{ find: /^admin$/, replacement: join(root, "src/index.ts") }] },
    build: { ssr: entry, outDir, target: "node20", minify: false },
    // In one file: it takes longer to find the many files of packages than to bundle them.
    ssr: { noExternal: true },
    plugins: [
      {
        name: "server-hooks",
        enforce: "pre",
        // Not the packages of plugins: they may be native.
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

/** The message of a build's error, in one line if that is about code or an import. @param {unknown} error */
function why(error) {
  const said = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  return codeFault(error) ?? /^\[[^\]]*\] *(.+)$/m.exec(said)?.[1] ?? said;
}
