import type { PluginExample } from "../../model/plugin-manifest.ts";
import { valueType, valueWords } from "../../model/value-type.ts";
import { below } from "../../record/path.ts";
import { checkFields } from "../checks/check-fields.ts";
import { checkPatterns } from "../checks/check-patterns.ts";
import { checkValues, refusals } from "../checks/check-values.ts";
import { completeConfig, type WrittenConfig, type Report } from "../written-config.ts";
import { quoted } from "../report/nearest.ts";
import { ENTITY_FIELDS } from "../resolve/written-field.ts";
import { optionFaults } from "../shape/options.ts";
import { EMPTY_ENTITY } from "../shape/repair-shape.ts";
import { inWords } from "../shape/shape.ts";
import type { JsonFile } from "../source/json-file.ts";
import { atOnce } from "../steps.ts";
import type { CheckedManifest, ManifestCheck, ManifestReport } from "./manifest-check.ts";

/** Every example is a field as a config could have it, with options and a value that hold. */
export const checkExamples: ManifestCheck = (checked, report) => {
  const { file, manifest, isReported } = checked;
  const examples = new Map(
    (manifest.examples ?? []).flatMap((example, index) => {
      const at = below("/examples", index);
      return isReported(at) ? [] : [[at, example] as const];
    }),
  );
  checkExampleFields(examples, file, report);
  const titles = new Set<string>();
  for (const [at, example] of examples) {
    const { title, field } = example;
    if (titles.has(title)) {
      const message = `Two examples are called ${inWords(title)}.`;
      report(below(at, "title"), "DUPLICATE_NAME", { message });
    }
    titles.add(title);
    checkUse(example, at, checked, report);
    if (isReported(below(at, "field"))) continue;
    for (const { at: inside, fault } of refusals(field, example.value, "The value")) {
      report(`${below(at, "value")}${inside}`, "BAD_VALUE", fault);
    }
  }
};

/** The fields keep the rules of a config's fields: they are checked as those of an entity. */
function checkExampleFields(
  examples: ReadonlyMap<string, PluginExample>,
  file: JsonFile,
  report: ManifestReport,
): void {
  const places = [...examples.keys()];
  const config = configOf([...examples.values()], file);
  const reportExample: Report = (_file, path, code, fault, part) => {
    const [name = "", ...rest] = path.slice(ENTITY_FIELDS.length + 1).split("/");
    const at = [places[Number(name.slice(FIELD.length))], "field", ...rest].join("/");
    report(at, code, typeof fault === "string" ? { message: fault } : fault, part);
  };
  for (const check of [checkFields, checkPatterns, checkValues]) {
    const steps = check(config, reportExample, () => false);
    if (steps !== undefined) atOnce(steps);
  }
}

const FIELD = "example";

function configOf(examples: readonly PluginExample[], file: JsonFile): WrittenConfig {
  const properties = Object.fromEntries(examples.map(({ field }, index) => [`${FIELD}${index}`, field]));
  const value = { ...EMPTY_ENTITY, schema: { ...EMPTY_ENTITY.schema, properties } };
  return completeConfig({
    app: undefined,
    messages: undefined,
    entities: new Map([[FIELD, { file, value }]]),
    entityIds: new Set(),
    samples: new Map(),
    sampleFiles: new Set(),
    plugins: { widgets: new Map(), cells: new Map() },
    broken: new Set(),
  });
}

/** The plugin takes such a field, with these options. */
function checkUse(
  { field, options = {} }: PluginExample,
  at: string,
  { manifest, isReported }: CheckedManifest,
  report: ManifestReport,
): void {
  const { kind, values } = manifest;
  for (const [key, hint] of [
    ["widget", 'Remove "widget".'],
    ["options", 'Put them beside "field".'],
  ] as const) {
    if (field[key] === undefined) continue;
    const message = `The field of an example has no "${key}" of its own: it is for this plugin.`;
    report(below(at, "field", key), "FIELD_SHAPE", { message, hint }, "key");
  }
  const type = valueType(field);
  if (!values.includes(type)) {
    report(below(at, "field"), "PLUGIN_VALUE", {
      message: `The field holds ${valueWords(type)}, which is none of the plugin's "values".`,
      expected: `one of ${quoted(values)}`,
      hint: `Change the field, or add "${type}" to "values".`,
    });
  }
  if (isReported("/options")) return;
  const schema = manifest.options ?? { type: "object" };
  for (const { path, part, code: _code, missing: _missing, ...fault } of optionFaults(schema, options)) {
    const message = `The ${kind} refuses these options: ${fault.message}`;
    report(`${below(at, "options")}${path}`, "PLUGIN_OPTION", { ...fault, message }, part);
  }
}
