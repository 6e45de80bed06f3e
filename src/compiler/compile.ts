import { CONFIG_FORMAT, OLDEST_FORMAT } from "../model/app-config.ts";
import type { Config } from "../model/config.ts";
import type { KnownPlugins } from "../model/plugin-manifest.ts";
import type { Problem } from "../model/problem.ts";
import { ownValue } from "../record/json.ts";
import { checkAccounts } from "./checks/check-accounts.ts";
import { checkApp } from "./checks/check-app.ts";
import { checkComparisons } from "./checks/check-comparisons.ts";
import { checkConditions } from "./checks/check-conditions.ts";
import { checkEntities } from "./checks/check-entities.ts";
import { checkFields } from "./checks/check-fields.ts";
import { checkForms } from "./checks/check-forms.ts";
import { checkLists } from "./checks/check-lists.ts";
import { checkMenu } from "./checks/check-menu.ts";
import { checkMessages } from "./checks/check-messages.ts";
import { checkOptionFields } from "./checks/check-option-fields.ts";
import { checkPatterns } from "./checks/check-patterns.ts";
import { checkPlaceholders } from "./checks/check-placeholders.ts";
import { checkPluginLanguages } from "./checks/check-plugin-languages.ts";
import { checkPluginUses } from "./checks/check-plugin-uses.ts";
import { checkReferences } from "./checks/check-references.ts";
import { checkRoutes } from "./checks/check-routes.ts";
import { checkRuleMessages } from "./checks/check-rule-messages.ts";
import { checkSampleValues } from "./checks/check-sample-values.ts";
import { checkSamples } from "./checks/check-samples.ts";
import { checkValues } from "./checks/check-values.ts";
import { type Check, completeConfig, type Report } from "./written-config.ts";
import { parseFiles, checkShapes } from "./check-shapes.ts";
import { problemAt } from "./report/place-problem.ts";
import { collectFaults } from "./report/reported-faults.ts";
import { resolveConfig } from "./resolve/resolve-config.ts";
import { withoutCopies } from "./shape/copied-file.ts";
import { type JsonFile, parseJsonFile } from "./source/json-file.ts";
import { readFolder } from "./source/read-folder.ts";
import { atOnce, type Steps } from "./steps.ts";

const CHECKS: readonly Check[] = [
  checkApp,
  checkAccounts,
  checkEntities,
  checkFields,
  checkConditions,
  checkComparisons,
  checkReferences,
  checkForms,
  checkLists,
  checkPluginUses,
  checkOptionFields,
  checkMessages,
  checkPlaceholders,
  checkRuleMessages,
  checkPluginLanguages,
  checkPatterns,
  checkValues,
  checkMenu,
  checkRoutes,
  checkSamples,
  checkSampleValues,
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
  return atOnce(checkInSteps(files, plugins)).answer;
}

export interface CheckedConfig {
  readonly answer: ConfigAnswer;
  /** Files with a problem that stays whatever the other files say. */
  readonly wrongAlone: ReadonlySet<string>;
}

/** The same piece by piece. @param parse where files are parsed already, it knows them */
export function* checkInSteps(
  files: ReadonlyMap<string, string>,
  plugins: KnownPlugins,
  parse = parseJsonFile,
): Steps<CheckedConfig> {
  const other = otherFormat(files);
  // What another version of the program understands otherwise is not checked by this one.
  if (other !== undefined) return { answer: { problems: [other] }, wrongAlone: new Set([other.file]) };
  const parsed = new Map<string, JsonFile>();
  const faults = collectFaults((file) => parsed.get(file)?.value);
  yield* parseFiles(files, parsed, faults, parse);
  const read = yield* checkShapes(parsed, files.keys(), plugins, faults);
  // Until here each file was looked at by itself.
  const wrongAlone = new Set(faults.problems().map(({ file }) => file));
  const config = completeConfig(withoutCopies(read, faults));

  const report: Report = (file, path, code, fault, part = "value") => {
    faults.add(
      code,
      file.path,
      file.place(path, part),
      typeof fault === "string" ? { message: fault } : fault,
    );
  };
  for (const check of CHECKS) {
    yield;
    yield* check(config, report, faults.isReported) ?? [];
  }
  const found = faults.problems();
  const answer: ConfigAnswer =
    found.length > 0 ? { problems: found } : { config: yield* resolveConfig(config, files), problems: [] };
  return { answer, wrongAlone };
}

const FILE = "app.json";

/** That the config is written for another version of the program; undefined where it is not, or does not say. */
function otherFormat(files: ReadonlyMap<string, string>): Problem | undefined {
  const format = ownValue(parseJsonFile(FILE, files.get(FILE) ?? "").file?.value, "format");
  if (typeof format !== "number" || !Number.isInteger(format) || format < 1) return undefined;
  if (format >= OLDEST_FORMAT && format <= CONFIG_FORMAT) return undefined;
  const said = { found: String(format), expected: String(CONFIG_FORMAT) };
  const message = `The config is of format ${format}; this program reads format ${CONFIG_FORMAT}.`;
  return problemAt(files, FILE, "/format", format < CONFIG_FORMAT ? "OLD_FORMAT" : "NEW_FORMAT", {
    message,
    ...said,
  });
}
