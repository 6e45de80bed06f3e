import { PLUGIN_API, PluginManifest } from "../../model/plugin-manifest.ts";
import type { Fault, Problem } from "../../model/problem.ts";
import { ownValue } from "../../record/json.ts";
import { collectFaults } from "../report/reported-faults.ts";
import { explainFaults } from "../shape/known-mistakes.ts";
import { MANIFEST_REPAIR, repairShape } from "../shape/repair-shape.ts";
import { makeShape } from "../shape/shape.ts";
import { type JsonFile, parseJsonFile } from "../source/json-file.ts";
import { WHOLE_FILE } from "../source/place.ts";
import { atOnce } from "../steps.ts";
import type { ManifestCheck } from "../written-config.ts";
import { checkExamples } from "./check-examples.ts";
import { checkKinds, checkOptions, hasBadPattern } from "./check-options.ts";
import { checkPluginMessages } from "./check-plugin-messages.ts";

const MANIFEST = makeShape<PluginManifest>(PluginManifest);

const CHECKS: readonly ManifestCheck[] = [checkKinds, checkOptions, checkPluginMessages, checkExamples];

/** A `plugin.json` as read. */
export interface ReadManifest {
  /** undefined if its shape is wrong. With other problems, configs can still be checked with it. */
  readonly manifest: PluginManifest | undefined;
  /** Its JSON, right or wrong; undefined if it is no JSON. */
  readonly written: unknown;
  readonly problems: readonly Problem[];
  readonly place: JsonFile["place"];
}

/** Reads and checks a manifest. `path`: of the file, as problems name it. */
export function readManifest(path: string, text: string): ReadManifest {
  const { file, faults } = parseJsonFile(path, text);
  const reported = collectFaults(() => file?.value);
  for (const { code, place, ...fault } of faults) reported.add(code, path, place, fault);
  const end = (manifest?: PluginManifest): ReadManifest => ({
    manifest,
    written: file?.value,
    problems: reported.problems(),
    place: file?.place ?? (() => WHOLE_FILE),
  });

  if (file === undefined) return end();
  const { value } = file;
  const { report } = reported.inFile(file);
  const other = otherApi(value);
  // Another version of the interface may understand the rest differently: it is not checked.
  if (other !== undefined) {
    report("/api", "PLUGIN_API", other);
    return end();
  }
  for (const { path: at, code, part, missing: _missing, ...fault } of explainFaults(
    MANIFEST.faults(value),
    value,
  )) {
    report(at, code, fault, part);
  }
  const repaired = atOnce(repairShape(value, MANIFEST, MANIFEST_REPAIR));
  if (repaired === undefined) return end();
  for (const check of CHECKS) check({ value: repaired.value, ...reported.inFile(file, repaired.original) });
  const isWhole = MANIFEST.accepts(value) && !hasBadPattern(repaired.value.options ?? {});
  return end(isWhole ? value : undefined);
}

/** The fault that it is for another version of the interface; undefined where it is not, or does not say. */
function otherApi(manifest: unknown): Fault | undefined {
  const api = ownValue(manifest, "api");
  if (typeof api !== "number" || api === PLUGIN_API) return undefined;
  return {
    message: `The plugin is written for version ${api} of the plugin interface; this program speaks version ${PLUGIN_API}.`,
    found: String(api),
    expected: String(PLUGIN_API),
    hint:
      api > PLUGIN_API
        ? `Use a later version of the program, or the version of the plugin that was made for ${PLUGIN_API}.`
        : `Change the plugin as plugins/README.md describes version ${PLUGIN_API}, then write "api": ${PLUGIN_API}.`,
  };
}
