import { WHOLE_FILE } from "../model/place.ts";
import { placeProblem } from "../model/place-problem.ts";
import { PluginManifest } from "../model/plugin-manifest.ts";
import { optionsOf } from "../model/plugin-use.ts";
import type { Fault, Problem } from "../model/problem.ts";
import type { ProblemCode } from "../model/problem-codes.ts";
import { RULES } from "../model/rules.ts";
import { makeShape } from "../model/shape.ts";
import type { FoundPlugin, Registry } from "./registry.ts";

const MANIFEST = makeShape<PluginManifest>(PluginManifest);

/**
 * Every plugin found, by kind and name (R2). A plugin whose manifest is wrong, or whose name is taken (R3), is left
 * out and told.
 */
export function makeRegistry(found: readonly FoundPlugin[]): {
  readonly registry: Registry;
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const kinds = { widget: new Map<string, FoundPlugin>(), cell: new Map<string, FoundPlugin>() };
  const defaults = new Map<string, FoundPlugin>();

  for (const plugin of found) {
    const { folder, manifest } = plugin;
    const tell = (code: ProblemCode, path: string, fault: Fault) => {
      problems.push(
        placeProblem(code, `${folder}/plugin.json`, { ...WHOLE_FILE, path }, fault, () => manifest),
      );
    };
    const faults = MANIFEST.faults(manifest);
    for (const { code: _code, path, part: _part, missing: _missing, ...fault } of faults) {
      tell("BAD_PLUGIN", path, { ...fault, message: `The plugin's manifest is wrong: ${fault.message}` });
    }
    if (faults.length > 0) continue;

    const folderName = folder.replace(/\/+$/, "").split("/").at(-1);
    if (folderName !== manifest.name) {
      const message = `The plugin is called "${manifest.name}", but its folder "${folderName}".`;
      tell("BAD_PLUGIN", "/name", { message, mend: "Rename one of the two." });
    }
    try {
      optionsOf(manifest);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      tell("BAD_PLUGIN", "/options", {
        message: `The schema of the plugin's options cannot be compiled: ${reason}.`,
      });
      continue;
    }

    for (const key of Object.keys(manifest.messages ?? {})) {
      if (!RULES.some((rule) => rule === key)) continue;
      const message = `The message "${key}" has the name of a rule; a field's sentence for one would be taken for the other.`;
      tell("BAD_PLUGIN", `/messages/${key}`, { message, mend: "Choose another name for the message." });
    }

    const siblings = kinds[manifest.kind];
    const twin = siblings.get(manifest.name);
    if (twin !== undefined) {
      const message = `Two plugins are a ${manifest.kind} called "${manifest.name}": ${twin.folder} and ${folder}.`;
      tell("DUPLICATE_NAME", "/name", { message });
      continue;
    }
    siblings.set(manifest.name, plugin);

    for (const [index, type] of (manifest.defaultFor ?? []).entries()) {
      const path = `/defaultFor/${index}`;
      const other = defaults.get(`${manifest.kind} ${type}`);
      if (other !== undefined) {
        const message = `Two plugins are the default ${manifest.kind} for "${type}": ${other.folder} and ${folder}.`;
        tell("DUPLICATE_NAME", path, { message, mend: 'Remove it from "defaultFor" of one of them.' });
      } else if (!manifest.values.includes(type)) {
        const message = `The plugin is the default for "${type}", which is none of its "values".`;
        tell("BAD_PLUGIN", path, { message });
      } else defaults.set(`${manifest.kind} ${type}`, plugin);
    }
  }
  return { registry: Object.freeze({ widgets: kinds.widget, cells: kinds.cell }), problems };
}
