import { PLUGIN_API, PluginManifest } from "../../model/plugin-manifest.ts";
import type { Fault, Problem } from "../../model/problem.ts";
import { ownValue } from "../../record/json.ts";
import { collectFaults } from "../report/reported-faults.ts";
import { MANIFEST_REPAIR, repairShape } from "../shape/repair-shape.ts";
import { makeShape } from "../shape/shape.ts";
import { type JsonFile, parseJsonFile } from "../source/json-file.ts";
import { WHOLE_FILE } from "../source/place.ts";
import { checkExamples } from "./check-examples.ts";
import { checkKinds, checkOptions, hasBadPattern } from "./check-options.ts";
import { checkSentences } from "./check-sentences.ts";
import type { ManifestCheck, ManifestReport } from "./manifest-check.ts";

const MANIFEST = makeShape<PluginManifest>(PluginManifest);

const CHECKS: readonly ManifestCheck[] = [checkKinds, checkOptions, checkSentences, checkExamples];

/** A `plugin.json` as read. */
export interface ReadManifest {
  /** What it says; undefined where its shape is wrong. Where it only has other problems, configs can be checked with it. */
  readonly manifest: PluginManifest | undefined;
  /** Its JSON, however wrong; undefined where it is none. */
  readonly written: unknown;
  /** From top to bottom. */
  readonly problems: readonly Problem[];
  /** Where something stands in the file. */
  readonly place: JsonFile["place"];
}

/**
 * The one door of a manifest: what it says, and all that is wrong with it.
 * @param path of the file, as problems name it
 */
export function readManifest(path: string, text: string): ReadManifest {
  const { file, faults } = parseJsonFile(path, text);
  const { add, isReported, problems } = collectFaults(() => file?.value);
  for (const { code, place, ...fault } of faults) add(code, path, place, fault);
  const place: JsonFile["place"] = file?.place ?? (() => WHOLE_FILE);
  const report: ManifestReport = (at, code, fault, part) => add(code, path, place(at, part), fault);
  const end = (manifest?: PluginManifest): ReadManifest => ({
    manifest,
    written: file?.value,
    problems: problems(),
    place,
  });

  if (file === undefined) return end();
  const other = otherApi(file.value);
  // What another version of the interface understands otherwise is not checked by this one.
  if (other !== undefined) {
    report("/api", "PLUGIN_API", other);
    return end();
  }
  const { value } = file;
  for (const { path: at, code, part, missing: _missing, ...fault } of MANIFEST.faults(value)) {
    report(at, code, fault, part);
  }
  const repaired = repairShape(value, MANIFEST, MANIFEST_REPAIR);
  if (repaired === undefined) return end();
  for (const check of CHECKS) {
    check(
      { file, manifest: repaired.value, isReported: (at) => isReported(path, repaired.original(at)) },
      (at, ...said) => report(repaired.original(at), ...said),
    );
  }
  const isWhole = MANIFEST.holds(value) && !hasBadPattern(repaired.value.options ?? {});
  return end(isWhole ? value : undefined);
}

/** That it is written for another version of the interface; undefined where it is not, or does not say. */
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
