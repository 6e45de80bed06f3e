import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { makeRegistry } from "../compiler/manifest/make-registry.ts";
import { formatProblem } from "../model/problem.ts";
import { installedPlugins, pluginFolders } from "../node/installed-plugins.ts";
import type { PluginFolder, Registry } from "../plugin/registry.ts";
import { type Command, DONE, PROBLEMS, reasonOf, type Terminal, withArguments } from "./command.ts";
import { PLUGINS_PAGE, withPluginTables } from "./docs.ts";
import { typesFiles } from "./plugin-types.ts";
import { schemaFiles } from "./schema.ts";
import { writeCurrent } from "./write-current.ts";

const USAGE = `Usage: npm run new-plugin -- name [--cell] [--server]
  makes plugins/name, a plugin that works and is tested
  --cell    shows a value in lists; without it, a widget that edits one in forms.
            The cell of a widget that is there already is made in its folder: plugins/name/cell
  --server  with a hook that checks the value on the server`;

/** Makes a new plugin, whole or not at all. Runs in the project's folder. */
export const newPlugin: Command = (args, env, terminal) =>
  withArguments(
    terminal,
    USAGE,
    () => read(args),
    (asked) => makeAsked(asked, env, terminal),
  );

async function makeAsked(
  { name, kind, server, help }: ReturnType<typeof read>,
  env: Parameters<Command>[1],
  terminal: Terminal,
): Promise<number> {
  if (help) {
    terminal.log(USAGE);
    return DONE;
  }
  const { registry, problems } = installedPlugins();
  const refusal =
    refuseName(name, kind, registry) ??
    (server && kind === "cell" ? "A cell shows what is stored: it has no server hook." : undefined) ??
    (problems[0] && `Correct this first: ${formatProblem(problems[0])}`);
  if (refusal !== undefined) {
    terminal.error(refusal);
    return PROBLEMS;
  }
  const config = env.CONFIG_DIR || "config";
  try {
    const folder = folderFor(name, kind, registry);
    const plugin = { name, kind, server, folder, languages: await languagesOf(config) };
    const written = await makePlugin(plugin, config);
    terminal.log(`${written.map((path) => `Written: ${path}`).join("\n")}\n\n${whatNext(plugin, config)}`);
    return DONE;
  } catch (error) {
    terminal.error(`Nothing was made: ${reasonOf(error)}`);
    return PROBLEMS;
  }
}

function read(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      cell: { type: "boolean" },
      server: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
    allowPositionals: true,
  });
  const kind = values.cell === true ? ("cell" as const) : ("widget" as const);
  return { name: positionals.join(" "), kind, server: values.server === true, help: values.help };
}

/** The languages of the config, and English, which the tests of plugins read. */
async function languagesOf(config: string): Promise<readonly string[]> {
  const messages: unknown = JSON.parse(await readFile(join(config, "messages.json"), "utf8"));
  const written = Object.keys(Object(messages)).filter((key) => !key.startsWith("$") && key !== "format");
  return [...new Set(["en", ...written])];
}

function whatNext({ name, kind, languages, folder }: NewPlugin, config: string): string {
  const use =
    kind === "widget"
      ? `"widget": "${name}"   in a number field of ${config}/entities/*.json puts it into a form`
      : `"cell": "${name}"   in a column of a number, in ${config}/entities/*.json, puts it into a list`;
  const others = languages.filter((language) => language !== "en").join(", ");
  return `It works and is yours to change:
  npm run dev   then /dev/plugins/${kind}/${name} shows it in all its states
  ${use}
  npm start     knows it after a restart; one that runs already does not, and says so
  npx vitest run ${folder} tests/plugins   runs its tests, and those that every plugin passes
  npm run schema && npm run docs   after each change of plugin.json (a config elsewhere: npm run schema -- its folder)${
    others === "" ? "" : `\n  its sentences in plugin.json are English still: ${others}`
  }
How to go on: ${PLUGINS_PAGE}`;
}

const NAME = /^[a-z][a-z0-9-]*$/;

/** Why a new plugin cannot have this name; undefined if it can. */
function refuseName(name: string, kind: "widget" | "cell", { widgets, cells }: Registry): string | undefined {
  if (name === "") return "Name the plugin, in lower case: npm run new-plugin -- my-widget";
  if (!NAME.test(name)) {
    const meant = inPattern(name);
    const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    return `"${name}" cannot be a name: it is a lower-case letter, then letters, digits and hyphens.${hint}`;
  }
  const taken = (kind === "widget" ? widgets : cells).get(name);
  if (taken !== undefined) return `There is a ${kind} "${name}" already, in ${taken.folder}.`;
  const folder = folderFor(name, kind, { widgets, cells });
  const [own] = [widgets.get(name), cells.get(name)].filter((one) => one?.folder === folder);
  if (own?.manifest.kind === "cell")
    return `${folder} is a cell. Move its files into ${folder}/cell; then a widget can have the same name.`;
  if (existsSync(folder)) return `There is a folder ${folder} already.`;
  const file = saidIn(name);
  if (file !== undefined)
    return `"${name}" is a word of the program itself, in ${file}: name the plugin by what it is for. Did you mean "${name}-${kind}"?`;
  return undefined;
}

/** The cell of an installed widget stands in the widget's folder. */
function folderFor(
  name: string,
  kind: "widget" | "cell",
  { widgets }: Pick<Registry, "widgets" | "cells">,
): string {
  const folder = `plugins/${name}`;
  return kind === "cell" && widgets.get(name)?.folder === folder ? `${folder}/cell` : folder;
}

/** A file of src/ with this word as a text. Code there may name no plugin (tests/architecture.test.ts). */
function saidIn(name: string): string | undefined {
  return readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => join("src", file))
    .find((file) => readFileSync(file, "utf8").includes(`"${name}"`));
}

/** The nearest possible name: `My Widget` → `my-widget`; undefined if there is none. */
function inPattern(name: string): string | undefined {
  const plain = name.normalize("NFKD").replace(/\p{Mark}/gu, "");
  // Through capitals, because ß becomes two letters there.
  const words = plain
    .replace(/(\p{Lower})(?=\p{Upper})/gu, "$1-")
    .toUpperCase()
    .toLowerCase();
  if (/(?![a-z])\p{Letter}/u.test(words)) return undefined;
  const near = words.replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "");
  return NAME.test(near) ? near : undefined;
}

/** Plugins that work and are type-checked: a new one is a copy. */
const TEMPLATES = "src/cli/new-plugin";

interface NewPlugin {
  readonly name: string;
  readonly kind: "widget" | "cell";
  readonly server: boolean;
  readonly folder: string;
  /** Of its sentences. */
  readonly languages: readonly string[];
}

/** The files of a new plugin by their names, without `manifest.ts`, which is made of plugin.json. */
async function newPluginFiles(plugin: NewPlugin): Promise<ReadonlyMap<string, string>> {
  const template = join(TEMPLATES, plugin.kind);
  const names = (await readdir(template))
    .filter((name) => name !== "manifest.ts")
    .filter((name) => plugin.server || !name.startsWith("server."));
  const files = await Promise.all(
    names.map(async (name) => {
      const text = rename(await readFile(join(template, name), "utf8"), plugin);
      return [rename(name, plugin), name === "plugin.json" ? inLanguages(text, plugin) : text] as const;
    }),
  );
  return new Map(files);
}

/** The template is called `new-widget`, in code `NewWidget`, in texts `New widget`. */
function rename(text: string, { name, kind, folder }: NewPlugin): string {
  const words = name.split("-").filter((word) => word !== "");
  const identifier = words.map(capital).join("");
  return text
    .replaceAll(`new-${kind}`, name)
    .replaceAll(`New${capital(kind)}`, `${identifier}${capital(kind)}`)
    .replaceAll(`New ${kind}`, capital(words.join(" ")))
    .replaceAll("../../../../config/", `${"../".repeat(folder.split("/").length)}config/`);
}

/** In every language the sentences are English until somebody translates them. */
function inLanguages(manifest: string, { languages }: NewPlugin): string {
  return manifest.replace(/\{ "en": ("(?:[^"\\]|\\.)*") \}/g, (_, text: string) => {
    const entries = languages.map((language) => `${JSON.stringify(language)}: ${text}`);
    return `{ ${entries.join(", ")} }`;
  });
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const BIOME = "node_modules/@biomejs/biome/bin/biome";

/**
 * Writes the plugin's folder, the config's schemas and the page's tables of plugins. Answers the paths written. If it
 * rejects, nothing is left of it.
 */
async function makePlugin(plugin: NewPlugin, config: string): Promise<readonly string[]> {
  const { folder } = plugin;
  const own = await newPluginFiles(plugin);
  const found: PluginFolder = { folder, manifest: own.get("plugin.json"), hasIndex: true };
  const folders = [...pluginFolders(), found].sort((one, other) => (one.folder < other.folder ? -1 : 1));
  const { registry, problems } = makeRegistry(folders);
  if (problems[0] !== undefined) throw new Error(formatProblem(problems[0]));
  const all = [...registry.widgets.values(), ...registry.cells.values()];
  const schemas = [...schemaFiles(registry)].map(([path, text]) => [join(config, path), text] as const);
  const page = withPluginTables(await readFile(PLUGINS_PAGE, "utf8"), all);
  const shared = new Map([...schemas, [PLUGINS_PAGE, page] as const]);
  const kept = new Map<string, string>();
  for (const path of shared.keys()) kept.set(path, await readFile(path, "utf8"));

  await mkdir(folder);
  try {
    const files = [...own].map(([name, text]) => [join(folder, name), text] as const);
    const types = typesFiles(all.filter((one) => one.folder === folder));
    const written = await writeCurrent(new Map([...files, ...types, ...shared]));
    // Lines with a longer name may have to be broken.
    if (existsSync(BIOME)) await promisify(execFile)(process.execPath, [BIOME, "check", "--write", folder]);
    return written;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    for (const [path, text] of kept) await writeFile(path, text);
    throw error;
  }
}
