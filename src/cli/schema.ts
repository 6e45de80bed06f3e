import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { publishPluginSchema, publishSchemas } from "../compiler/publish/publish-schemas.ts";
import type { KnownPlugins } from "../model/plugin-manifest.ts";
import { formatProblem } from "../model/problem.ts";
import { installedPlugins } from "../node/installed-plugins.ts";
import { DONE, makeCommand, PROBLEMS } from "./command.ts";
import { typesFiles } from "./plugin-types.ts";
import { writeCurrent } from "./write-current.ts";

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

/** Writes the JSON Schemas for editors of a config, and the types of every plugin. Runs in the project's folder. */
export const schema = makeCommand("npm run schema -- [folder]", [], async ({ folder }, terminal) => {
  const { registry, problems } = installedPlugins();
  for (const problem of problems) terminal.error(formatProblem(problem));
  if (problems.length > 0) {
    terminal.error(
      "Nothing is written: the schemas and every plugin's manifest.ts stay as they were until no plugin has a problem.",
    );
    return PROBLEMS;
  }
  await mkdir(join(folder, FOLDER), { recursive: true });
  const schemas = [...schemaFiles(registry)].map(([path, text]) => [join(folder, path), text] as const);
  const types = typesFiles([...registry.widgets.values(), ...registry.cells.values()]);
  const written = await writeCurrent(new Map([...schemas, ...types]));
  for (const file of written) terminal.log(`Written: ${file}`);
  if (written.length === 0)
    terminal.log(`The schemas in ${join(folder, FOLDER)} and the plugins' types are current.`);
  return DONE;
});
