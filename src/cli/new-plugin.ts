import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installedPlugins } from "../installed-plugins.ts";
import { formatProblem } from "../model/problem.ts";
import { type Command, DONE, MISUSED, PROBLEMS } from "./command.ts";
import { PLUGINS_PAGE } from "./docs.ts";
import { makePlugin } from "./make-plugin.ts";
import type { NewPlugin } from "./new-plugin-files.ts";
import { refuseName } from "./plugin-name.ts";

const USAGE = `Usage: npm run new-plugin -- name [--cell] [--server]
  makes plugins/name, a plugin that works and is tested
  --cell    shows a value in lists; without it, a widget that edits one in forms
  --server  with a half that checks the value on the server`;

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
    (server && kind === "cell" ? "A cell shows what is stored: it has no server half." : undefined) ??
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
