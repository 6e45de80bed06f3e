import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installedPlugins } from "../installed-plugins.ts";
import type { KnownPlugins } from "../model/known-plugins.ts";
import { formatProblem } from "../model/problem.ts";
import { publishPluginSchema, publishSchemas } from "../model/publish-schemas.ts";
import { DONE, makeCommand, PROBLEMS } from "./command.ts";

const FOLDER = "schema";

/** The published schemas as files: path inside the config folder → text. */
export function schemaFiles(plugins: KnownPlugins): ReadonlyMap<string, string> {
  const schemas = { ...publishSchemas(plugins), plugin: publishPluginSchema() };
  return new Map(
    Object.entries(schemas).map(([kind, schema]) => [
      `${FOLDER}/${kind}.json`,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]),
  );
}

/** Writes the JSON Schemas by which an editor completes, explains and underlines the files of a config. */
export const schema = makeCommand("npm run schema -- [folder]", [], async ({ folder }, terminal) => {
  const { registry, problems } = installedPlugins();
  for (const problem of problems) terminal.error(formatProblem(problem));
  if (problems.length > 0) return PROBLEMS;
  await mkdir(join(folder, FOLDER), { recursive: true });
  let written = 0;
  for (const [path, text] of schemaFiles(registry)) {
    const file = join(folder, path);
    if ((await readFile(file, "utf8").catch(() => undefined)) === text) continue;
    await writeFile(file, text);
    terminal.log(`Written: ${file}`);
    written++;
  }
  if (written === 0) terminal.log(`The schemas in ${join(folder, FOLDER)} are current.`);
  return DONE;
});
