import { CONFIG_FORMAT, OLDEST_FORMAT } from "../model/app-config.ts";
import type { Config } from "../model/config.ts";
import type { KnownPlugins } from "../model/plugin-manifest.ts";
import type { Problem } from "../model/problem.ts";
import { ownValue } from "../record/json.ts";
import { checkShapes, parseFiles } from "./check-shapes.ts";
import { checkAccounts } from "./checks/check-accounts.ts";
import { checkApp } from "./checks/check-app.ts";
import { checkComparisons } from "./checks/check-comparisons.ts";
import { checkConditions } from "./checks/check-conditions.ts";
import { checkDisplay } from "./checks/check-display.ts";
import { checkEntities } from "./checks/check-entities.ts";
import { checkFields } from "./checks/check-fields.ts";
import { checkFilters } from "./checks/check-filters.ts";
import { checkForms } from "./checks/check-forms.ts";
import { checkHome } from "./checks/check-home.ts";
import { checkInverseLists } from "./checks/check-inverse-lists.ts";
import { checkListItems } from "./checks/check-list-items.ts";
import { checkLists } from "./checks/check-lists.ts";
import { checkMenu } from "./checks/check-menu.ts";
import { checkMessages } from "./checks/check-messages.ts";
import { checkOptionFields } from "./checks/check-option-fields.ts";
import { checkPatterns } from "./checks/check-patterns.ts";
import { checkPlaceholders } from "./checks/check-placeholders.ts";
import { checkPluginLanguages } from "./checks/check-plugin-languages.ts";
import { checkPluginUses } from "./checks/check-plugin-uses.ts";
import { checkReferences } from "./checks/check-references.ts";
import { checkRights } from "./checks/check-rights.ts";
import { checkRoutes } from "./checks/check-routes.ts";
import { checkRuleMessages } from "./checks/check-rule-messages.ts";
import { checkTimes } from "./checks/check-times.ts";
import { checkTranslations } from "./checks/check-translations.ts";
import { checkValues } from "./checks/check-values.ts";
import { checkViews } from "./checks/check-views.ts";
import { checkWebhooks } from "./checks/check-webhooks.ts";
import { checkRoleMenus } from "./checks/roles/check-role-menus.ts";
import { checkRoleOrders } from "./checks/roles/check-role-orders.ts";
import { checkRoleRights } from "./checks/roles/check-role-rights.ts";
import { checkSamplePictures } from "./checks/samples/check-sample-pictures.ts";
import { checkSampleValues } from "./checks/samples/check-sample-values.ts";
import { checkSamples } from "./checks/samples/check-samples.ts";
import { problemAt } from "./report/place-problem.ts";
import { explainRemovals, removedBeside } from "./report/removed-files.ts";
import { collectFaults } from "./report/reported-faults.ts";
import { resolveConfig } from "./resolve/resolve-config.ts";
import { withoutCopies } from "./shape/copied-file.ts";
import { type JsonFile, parseJsonFile } from "./source/json-file.ts";
import { atOnce, type Steps } from "./steps.ts";
import { type Check, type WrittenConfig, withFieldSets } from "./written-config.ts";

const CHECKS: readonly Check[] = [
  checkApp,
  checkTimes,
  checkAccounts,
  checkEntities,
  checkDisplay,
  checkFields,
  checkConditions,
  checkComparisons,
  checkReferences,
  checkRights,
  checkRoleRights,
  checkForms,
  checkLists,
  checkFilters,
  checkViews,
  checkInverseLists,
  checkRoleOrders,
  checkPluginUses,
  checkListItems,
  checkOptionFields,
  checkMessages,
  checkPlaceholders,
  checkRuleMessages,
  checkPluginLanguages,
  checkTranslations,
  checkPatterns,
  checkValues,
  checkMenu,
  checkHome,
  checkRoleMenus,
  checkRoutes,
  checkWebhooks,
  checkSamples,
  checkSampleValues,
  checkSamplePictures,
];

/** The answer of a check: the config, or all its problems. */
type ConfigAnswer =
  | { readonly config: Config; readonly problems: readonly [] }
  | { readonly config?: undefined; readonly problems: readonly Problem[] };

/**
 * Checks and resolves a whole config. `files`: path inside the config folder → text. `pictures`: the names of the files in
 * samples/images; undefined: it is not known which there are.
 */
export function checkConfig(
  files: ReadonlyMap<string, string>,
  plugins: KnownPlugins,
  pictures?: ReadonlySet<string>,
): ConfigAnswer {
  return atOnce(checkInSteps(files, plugins, pictures)).answer;
}

export interface CheckedConfig {
  readonly answer: ConfigAnswer;
  /** Files with a problem that stays whatever the other files say. */
  readonly wrongAlone: ReadonlySet<string>;
  /** Also of a config with problems: the entities whose files can be read. */
  readonly entities: WrittenConfig["entities"];
}

/** The same in steps. `parse` may remember files that it parsed before. */
export function* checkInSteps(
  files: ReadonlyMap<string, string>,
  plugins: KnownPlugins,
  pictures?: ReadonlySet<string>,
  parse = parseJsonFile,
): Steps<CheckedConfig> {
  const other = otherFormat(files);
  // Another version of the program may understand the other files differently: they are not checked.
  if (other !== undefined)
    return { answer: { problems: [other] }, wrongAlone: new Set([other.file]), entities: new Map() };
  const parsed = new Map<string, JsonFile>();
  const faults = collectFaults((file) => parsed.get(file)?.value);
  yield* parseFiles(files, parsed, faults, parse);
  const written = yield* checkShapes(parsed, [...files.keys()], plugins, faults);
  // Until here each file was looked at by itself.
  const wrongAlone = new Set(faults.problems().map(({ file }) => file));
  const config = yield* withFieldSets({ ...withoutCopies(written, faults), pictures });
  for (const check of CHECKS) {
    yield;
    yield* check(config) ?? [];
  }
  const all = faults.problems();
  const problems = explainRemovals(all, removedBeside(all, written.sampleFiles));
  const answer: ConfigAnswer =
    problems.length > 0 ? { problems } : { config: yield* resolveConfig(config, files), problems: [] };
  return { answer, wrongAlone, entities: config.entities };
}

const FILE = "app.json";

/** The problem that the config is for another version of the program; undefined where it is not, or does not say. */
function otherFormat(files: ReadonlyMap<string, string>): Problem | undefined {
  const format = ownValue(parseJsonFile(FILE, files.get(FILE) ?? "").file?.value, "format");
  if (typeof format !== "number" || !Number.isInteger(format) || format < 1) return undefined;
  if (format >= OLDEST_FORMAT && format <= CONFIG_FORMAT) return undefined;
  const message = `The config is of format ${format}; this program reads format ${CONFIG_FORMAT}.`;
  const fault = { message, found: String(format), expected: String(CONFIG_FORMAT) };
  return problemAt(files, FILE, "/format", format < CONFIG_FORMAT ? "OLD_FORMAT" : "NEW_FORMAT", fault);
}
