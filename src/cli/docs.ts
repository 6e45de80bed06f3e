import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { installedPlugins } from "../installed-plugins.ts";
import { formatProblem } from "../model/problem.ts";
import { DONE, PROBLEMS, type Terminal } from "./command.ts";
import { withPluginTables } from "./plugin-table.ts";
import { type Examples, withProblemTable } from "./problem-table.ts";
import { withTokenTable } from "./token-table.ts";
import { writeCurrent } from "./write-current.ts";

const PROBLEMS_PAGE = "config/README.md";
export const PLUGINS_PAGE = "plugins/README.md";
export const TOKENS = "src/admin/look/tokens.css";
const EXAMPLES = "tests/fixtures/problems";

/**
 * Writes what the pages say of problems, of plugins and of their variables anew. For whoever works on the program, from its folder.
 */
export async function docs(terminal: Terminal, installed = installedPlugins()): Promise<number> {
  // A plugin that cannot be read would be missing in the tables.
  for (const problem of installed.problems) terminal.error(formatProblem(problem));
  if (installed.problems.length > 0) return PROBLEMS;
  const { widgets, cells } = installed.registry;
  const [problems, plugins, tokens] = await Promise.all([
    readFile(PROBLEMS_PAGE, "utf8"),
    readFile(PLUGINS_PAGE, "utf8"),
    readFile(TOKENS, "utf8"),
  ]);
  const pages = new Map([
    [PROBLEMS_PAGE, withProblemTable(problems, await readExamples())],
    [
      PLUGINS_PAGE,
      withTokenTable(withPluginTables(plugins, [...widgets.values(), ...cells.values()]), tokens),
    ],
  ]);
  const written = await writeCurrent(pages);
  for (const page of pages.keys())
    terminal.log(written.includes(page) ? `Written: ${page}` : `${page} is current.`);
  return DONE;
}

async function readExamples(): Promise<Examples> {
  const names = await readdir(EXAMPLES);
  const read = async (name: string) => JSON.parse(await readFile(join(EXAMPLES, name), "utf8"));
  return new Map(
    await Promise.all(names.map(async (name) => [basename(name, ".json"), await read(name)] as const)),
  );
}
