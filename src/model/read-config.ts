import { checkAccounts } from "./checks/check-accounts.ts";
import { checkApp } from "./checks/check-app.ts";
import { checkConditions } from "./checks/check-conditions.ts";
import { checkEntities } from "./checks/check-entities.ts";
import { checkFields } from "./checks/check-fields.ts";
import { checkForms } from "./checks/check-forms.ts";
import { checkLists } from "./checks/check-lists.ts";
import { checkMessages } from "./checks/check-messages.ts";
import { checkPluginUses } from "./checks/check-plugin-uses.ts";
import { checkReferences } from "./checks/check-references.ts";
import { checkRoutes } from "./checks/check-routes.ts";
import { checkSamples } from "./checks/check-samples.ts";
import { checkSchemas } from "./checks/check-schemas.ts";
import type { Config } from "./config.ts";
import type { Check, Report } from "./draft.ts";
import type { KnownPlugins } from "./known-plugins.ts";
import type { Problem } from "./problem.ts";
import { readDraft } from "./read-draft.ts";
import { readFolder } from "./read-folder.ts";
import { resolveConfig } from "./resolve-config.ts";

const CHECKS: readonly Check[] = [
  checkApp,
  checkAccounts,
  checkEntities,
  checkFields,
  checkConditions,
  checkReferences,
  checkForms,
  checkLists,
  checkPluginUses,
  checkMessages,
  checkSchemas,
  checkRoutes,
  checkSamples,
];

/** What reading a config comes to: the config, or all that is wrong with it. */
export type ConfigAnswer =
  | { readonly config: Config; readonly problems: readonly [] }
  | { readonly config?: undefined; readonly problems: readonly Problem[] };

/** The one door of a config: reads the folder, checks all of it, resolves it. Rejects only where a file cannot be read. */
export async function readConfig(folder: string, plugins: KnownPlugins): Promise<ConfigAnswer> {
  return checkConfig(await readFolder(folder), plugins);
}

/** The same for files already read: path inside the config folder → text. */
export function checkConfig(files: ReadonlyMap<string, string>, plugins: KnownPlugins): ConfigAnswer {
  const { draft, problems: found } = readDraft(files, plugins);
  const problems = [...found];
  const report: Report = (file, path, code, message, part = "value") => {
    problems.push({ code, file: file.path, ...file.place(path, part), path, message });
  };
  for (const check of CHECKS) check(draft, report);
  if (problems.length > 0) return { problems: problems.sort(byPlace) };
  return { config: resolveConfig(draft, files), problems: [] };
}

/** By file, then from top to bottom. */
export function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
