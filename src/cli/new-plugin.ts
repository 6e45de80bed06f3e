import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatProblem } from "../model/problem.ts";
import { installedPlugins } from "../node/installed-plugins.ts";
import type { Registry } from "../plugin/registry.ts";
import { type Command, DONE, MISUSED, PROBLEMS } from "./command.ts";
import { PLUGINS_PAGE } from "./docs.ts";
import { makePlugin } from "./make-plugin.ts";
import type { NewPlugin } from "./new-plugin-files.ts";

const USAGE = `Usage: npm run new-plugin -- name [--cell] [--server]
  makes plugins/name, a plugin that works and is tested
  --cell    shows a value in lists; without it, a widget that edits one in forms
  --server  with a hook that checks the value on the server`;

/** Makes a plugin to begin with, whole or not at all. For whoever works on the program, from its folder. */
export const newPlugin: Command = async (args, env, terminal) => {
  let asked: ReturnType<typeof read>;
  try {
    asked = read(args);
  } catch (error) {
    terminal.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return MISUSED;
  }
  if (asked.help) {
    terminal.log(USAGE);
    return DONE;
  }
  const { name = "", kind, server } = asked;
  const { registry, problems } = installedPlugins();
  const refusal =
    refuseName(asked.name, kind, registry) ??
    (server && kind === "cell" ? "A cell shows what is stored: it has no server hook." : undefined) ??
    (problems[0] && `Mend this first: ${formatProblem(problems[0])}`);
  if (refusal !== undefined) {
    terminal.error(refusal);
    return PROBLEMS;
  }
  const config = env.CONFIG_DIR || "config";
  try {
    const plugin = { name, kind, server, languages: await languagesOf(config) };
    const written = await makePlugin(plugin, config);
    terminal.log(`${written.map((path) => `Written: ${path}`).join("\n")}\n\n${whatNext(plugin, config)}`);
    return DONE;
  } catch (error) {
    terminal.error(`Nothing was made: ${error instanceof Error ? error.message : String(error)}`);
    return PROBLEMS;
  }
};

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
  return {
    name: positionals.join(" ") || undefined,
    kind,
    server: values.server === true,
    help: values.help,
  };
}

/** The config's, and English: what the plugin's sentences are written in, and its tests read. */
async function languagesOf(config: string): Promise<readonly string[]> {
  const messages: unknown = JSON.parse(await readFile(join(config, "messages.json"), "utf8"));
  const written = Object.keys(Object(messages)).filter((key) => !key.startsWith("$") && key !== "format");
  return [...new Set(["en", ...written])];
}

function whatNext({ name, kind, languages }: NewPlugin, config: string): string {
  const use =
    kind === "widget"
      ? `"widget": "${name}"   in a number field of ${config}/entities/*.json puts it into a form`
      : `"cell": "${name}"   in a column of a number, in ${config}/entities/*.json, puts it into a list`;
  const others = languages.filter((language) => language !== "en").join(", ");
  return `It works and is yours to change:
  npm run dev   then /dev/plugins/${kind}/${name} shows it in all its states
  ${use}
  npx vitest run plugins/${name} tests/plugins   runs its tests, and those that every plugin passes
  npm run schema && npm run docs   after each change of plugin.json${
    others === "" ? "" : `\n  its sentences in plugin.json are English still: ${others}`
  }
How to go on: ${PLUGINS_PAGE}`;
}

const NAME = /^[a-z][a-z0-9-]*$/;

/** Why a new plugin cannot be called that, in a sentence with what would be right; undefined where it can. */
function refuseName(
  name: string | undefined,
  kind: "widget" | "cell",
  { widgets, cells }: Registry,
): string | undefined {
  if (name === undefined || name === "")
    return "Name the plugin, in lower case: npm run new-plugin -- my-widget";
  if (!NAME.test(name)) {
    const meant = inPattern(name);
    const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    return `"${name}" cannot be a name: it is a lower-case letter, then letters, digits and hyphens.${hint}`;
  }
  const taken = (kind === "widget" ? widgets : cells).get(name);
  if (taken !== undefined) return `There is a ${kind} "${name}" already, in ${taken.folder}.`;
  if (existsSync(`plugins/${name}`)) return `There is a folder plugins/${name} already.`;
  const file = saidIn(name);
  if (file !== undefined)
    return `"${name}" is a word of the machine's own, in ${file}: name the plugin by what it is for. Did you mean "${name}-${kind}"?`;
  return undefined;
}

/** A file of the machine with such a text: its code names no plugin (tests/architecture.test.ts), so one of the two gives way. */
function saidIn(name: string): string | undefined {
  return readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => join("src", file))
    .find((file) => readFileSync(file, "utf8").includes(`"${name}"`));
}

/** The nearest name that can be one: `My Widget` → `my-widget`. undefined where nothing is left of it. */
function inPattern(name: string): string | undefined {
  const plain = name.normalize("NFKD").replace(/\p{Mark}/gu, "");
  // by way of capitals, in which ß is two letters
  const words = plain
    .replace(/(\p{Lower})(?=\p{Upper})/gu, "$1-")
    .toUpperCase()
    .toLowerCase();
  if (/(?![a-z])\p{Letter}/u.test(words)) return undefined;
  const near = words.replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "");
  return NAME.test(near) ? near : undefined;
}
