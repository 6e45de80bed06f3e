import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import { valueType, valueWords } from "../../model/value-type.ts";
import { below } from "../../record/path.ts";
import { checkFields } from "../checks/check-fields.ts";
import { checkPatterns } from "../checks/check-patterns.ts";
import { checkValues, refusals } from "../checks/check-values.ts";
import { quoted } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { fieldWords, servedWords, serves } from "../resolve/served-values.ts";
import { ENTITY_FIELDS } from "../resolve/written-field.ts";
import { optionFaults } from "../shape/options.ts";
import { EMPTY_ENTITY } from "../shape/repair-shape.ts";
import { summarizeValue } from "../shape/shape.ts";
import { atOnce } from "../steps.ts";
import {
  type ManifestCheck,
  type WrittenConfig,
  type WrittenFiles,
  withFieldSets,
} from "../written-config.ts";

/** Every example is a field as a config could have it, with options and a value that it accepts. */
export const checkExamples: ManifestCheck = ({ value: manifest, report, isReported }) => {
  const examples = new Map(
    (manifest.examples ?? []).flatMap((example, index) => {
      const at = below("/examples", index);
      return isReported(at) ? [] : [[at, example] as const];
    }),
  );
  const config = configOf(examples, report);
  for (const check of [checkFields, checkPatterns, checkValues]) {
    const steps = check(config);
    if (steps !== undefined) atOnce(steps);
  }
  const titles = new Set<string>();
  for (const [at, example] of examples) {
    const { title, field, options = {}, value } = example;
    if (titles.has(title)) {
      report(below(at, "title"), "DUPLICATE_NAME", `Two examples are called ${summarizeValue(title)}.`);
    }
    titles.add(title);
    checkField(example, at, manifest, report);
    if (!isReported("/options")) {
      const faults = optionFaults(manifest.options ?? { type: "object" }, options);
      for (const { path, part, code: _code, missing: _missing, ...fault } of faults) {
        const message = `The ${manifest.kind} refuses these options: ${fault.message}`;
        report(`${below(at, "options")}${path}`, "PLUGIN_OPTION", { ...fault, message }, part);
      }
    }
    if (isReported(below(at, "field"))) continue;
    for (const { at: inside, fault } of refusals(field, value, "The value")) {
      report(`${below(at, "value")}${inside}`, "BAD_VALUE", fault);
    }
  }
};

const FIELD = "example";

/** The fields of the examples as those of one entity, so that they are checked like fields of a config. */
function configOf(examples: ReadonlyMap<string, PluginExample>, reportManifest: Report): WrittenConfig {
  const places = [...examples.keys()];
  const fields = [...examples.values()].map(({ field }, index) => [`${FIELD}${index}`, field] as const);
  const report: Report = (path, code, fault, part) => {
    const [name = "", ...rest] = path.slice(ENTITY_FIELDS.length + 1).split("/");
    const at = [places[Number(name.slice(FIELD.length))], "field", ...rest].join("/");
    reportManifest(at, code, fault, part);
  };
  const schema = { ...EMPTY_ENTITY.schema, properties: Object.fromEntries(fields) };
  const files: WrittenFiles = {
    app: undefined,
    messages: undefined,
    entities: new Map([[FIELD, { value: { ...EMPTY_ENTITY, schema }, report, isReported: () => false }]]),
    entityIds: new Set(),
    samples: new Map(),
    sampleFiles: new Set(),
    plugins: { widgets: new Map(), cells: new Map() },
    broken: new Set(),
  };
  return atOnce(withFieldSets(files));
}

function checkField({ field }: PluginExample, at: string, manifest: PluginManifest, report: Report): void {
  for (const [key, hint] of [
    ["widget", 'Remove "widget".'],
    ["options", 'Put them beside "field".'],
  ] as const) {
    if (field[key] === undefined) continue;
    const message = `The field of an example has no "${key}" of its own: it is for this plugin.`;
    report(below(at, "field", key), "FIELD_SHAPE", { message, hint }, "key");
  }
  if (serves(manifest, field)) return;
  const { values } = manifest;
  const type = valueType(field);
  if (values.includes(type)) {
    report(below(at, "field"), "PLUGIN_VALUE", {
      message: `The field holds ${fieldWords(field)}; the plugin takes ${servedWords(manifest)}.`,
      hint: 'Change the field, or remove "itemField".',
    });
    return;
  }
  report(below(at, "field"), "PLUGIN_VALUE", {
    message: `The field holds ${valueWords(type)}, which is none of the plugin's "values".`,
    expected: `one of ${quoted(values)}`,
    hint: `Change the field, or add "${type}" to "values".`,
  });
}
