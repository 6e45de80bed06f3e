import type { Fault, Problem } from "../../model/problem.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import {
  type FoundPlugin,
  isInnerCell,
  type LoadedHook,
  type PluginFolder,
  pluginName,
  type Registry,
} from "../../plugin/registry.ts";
import type { AnyServerPlugin, ServerPlugin } from "../../plugin/server-hook.ts";
import { isObject, ownValue } from "../../record/json.ts";
import { below } from "../../record/path.ts";
import { nameHints } from "../report/nearest.ts";
import { placeProblem } from "../report/place-problem.ts";
import { summarizeValue } from "../shape/shape.ts";
import { WHOLE_FILE } from "../source/place.ts";
import { type ReadManifest, readManifest } from "./read-manifest.ts";

interface Placed extends FoundPlugin {
  readonly place: ReadManifest["place"];
}

/** Every plugin, by kind and name (R2). One whose manifest cannot be read, or whose name is taken (R3), is left out. */
export function makeRegistry(folders: readonly PluginFolder[]): {
  readonly registry: Registry;
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const kinds = { widget: new Map<string, Placed>(), cell: new Map<string, Placed>() };
  const defaults = new Map<string, Placed>();
  const broken = new Set<string>();
  let mayBeDefault = false;

  for (const folder of folders) {
    const { plugin, names } = readPlugin(folder, problems);
    if (plugin === undefined) {
      for (const name of names) broken.add(name);
      // The text may be no JSON, and still say so.
      mayBeDefault ||= folder.manifest === undefined || folder.manifest.includes('"defaultFor"');
      continue;
    }
    const { manifest } = plugin;
    const siblings = kinds[manifest.kind];
    const twin = siblings.get(manifest.name);
    if (twin !== undefined) {
      const message = `Two plugins are a ${manifest.kind} called "${manifest.name}": ${twin.folder} and ${plugin.folder}.`;
      problems.push(problemOf(plugin, "/name", "DUPLICATE_NAME", { message }));
      for (const name of names) broken.add(name);
      continue;
    }
    siblings.set(manifest.name, plugin);
    // Either name may be the right one.
    for (const name of names) if (name !== manifest.name) broken.add(name);
    const namesake = kinds[manifest.kind === "widget" ? "cell" : "widget"].get(manifest.name);
    if (namesake !== undefined) problems.push(...saidTwice(namesake, plugin));

    for (const [index, type] of (manifest.defaultFor ?? []).entries()) {
      const other = defaults.get(`${manifest.kind} ${type}`);
      if (other === undefined || other === plugin) defaults.set(`${manifest.kind} ${type}`, plugin);
      else {
        const message = `Two plugins are the default ${manifest.kind} for "${type}": ${other.folder} and ${plugin.folder}.`;
        const hint = 'Remove it from "defaultFor" of one of them.';
        problems.push(problemOf(plugin, `/defaultFor/${index}`, "DUPLICATE_NAME", { message, hint }));
      }
    }
  }
  const { widget: widgets, cell: cells } = kinds;
  return { registry: Object.freeze({ widgets, cells, broken: { names: broken, mayBeDefault } }), problems };
}

/** Messages have keys by the plugin's name, not its kind: a widget and a cell of one name must agree on those that both have. */
function saidTwice(first: Placed, second: Placed): Problem[] {
  const known = first.manifest.messages ?? {};
  return Object.entries(second.manifest.messages ?? {}).flatMap(([key, said]) => {
    const other = ownValue(known, key);
    if (other === undefined || JSON.stringify(said.text) === JSON.stringify(other.text)) return [];
    const message = `The ${first.manifest.kind} and the ${second.manifest.kind} "${second.manifest.name}" say "${key}" each in their own way: ${first.folder} and ${second.folder}.`;
    const hint = "Choose another name for one of the two messages, or let both say the same.";
    return [problemOf(second, below("/messages", key), "DUPLICATE_NAME", { message, hint }, "key")];
  });
}

/** One plugin by itself, undefined if its manifest cannot be used, and its names by its folder and its manifest. */
function readPlugin(
  { folder, manifest: text, hasIndex, server }: PluginFolder,
  problems: Problem[],
): { readonly plugin?: Placed; readonly names: readonly string[] } {
  const reportFile = (name: string, code: ProblemCode, fault: Fault) =>
    problems.push(placeProblem(code, `${folder}/${name}`, WHOLE_FILE, fault, () => undefined));
  const message = "The file is not there; every plugin has one.";
  if (text === undefined) {
    const hint = "Describe the plugin in it, as plugins/README.md says, or remove the folder.";
    reportFile("plugin.json", "FILE_MISSING", { message, hint });
  }
  if (!hasIndex) {
    const hint = "Add it, with export default definePlugin({ … }), or remove the folder.";
    reportFile("index.tsx", "FILE_MISSING", { message, hint });
  }
  const read = text === undefined ? undefined : readManifest(`${folder}/plugin.json`, text);
  problems.push(...(read?.problems ?? []));
  const { hook, fault }: CheckedHook = server === undefined ? {} : checkHook(server);
  if (fault !== undefined) reportFile("server.ts", "BAD_PLUGIN", fault);
  const folderName = pluginName(folder);
  const ownName = ownValue(read?.written, "name");
  const names = typeof ownName === "string" ? [folderName, ownName] : [folderName];
  if (read?.manifest === undefined) return { names };

  const { manifest, place } = read;
  const isModule = server !== undefined && "isModule" in server && server.isModule === true;
  const ofServer = hook && { server: hook, ...(isModule && { isModule }) };
  const plugin: Placed = { folder, manifest, place, ...ofServer };
  if (folderName !== manifest.name) {
    const message = `The plugin is called "${manifest.name}", but its folder "${folderName}".`;
    problems.push(problemOf(plugin, "/name", "BAD_PLUGIN", { message, hint: "Rename one of the two." }));
  }
  if (isInnerCell(folder) && manifest.kind !== "cell") {
    const message = `The folder "cell" of a plugin is for its cell; this is a ${manifest.kind}.`;
    const hint = 'Write "kind": "cell", or move it into a folder of its own in plugins/.';
    problems.push(problemOf(plugin, "/kind", "BAD_PLUGIN", { message, hint }));
  }
  if (server !== undefined && manifest.kind === "cell") {
    const message = "A cell has no server hook: it shows values, it does not write them.";
    reportFile("server.ts", "BAD_PLUGIN", { message, hint: "Remove the file." });
  }
  return { plugin, names };
}

function problemOf(
  { folder, place }: Placed,
  pointer: string,
  code: ProblemCode,
  fault: Fault,
  part?: "key",
): Problem {
  return placeProblem(code, `${folder}/plugin.json`, place(pointer, part), fault, () => undefined);
}

/** Called when the config changes. Neither does anything without the other. */
const TOGETHER = ["storedForm", "convert"] as const satisfies readonly (keyof ServerPlugin)[];
/** Called at a write. */
const STEPS = ["complete", "clean", "check", "images"] as const satisfies readonly (keyof ServerPlugin)[];
const PARTS: ReadonlySet<string> = new Set([...STEPS, ...TOGETHER]);
const WRITE = `Write export default defineServerPlugin({ … }) with one or more of ${STEPS.join(", ")}.`;

interface CheckedHook {
  readonly hook?: AnyServerPlugin;
  readonly fault?: Fault;
}

/** The server hook that a `server.ts` exports, or why it is none. */
function checkHook(loaded: LoadedHook): CheckedHook {
  if ("error" in loaded) {
    const message = `The server hook cannot be loaded: ${inOneLine(loaded.error)}.`;
    const hint = "Correct the code; what a module does while it is imported may not fail.";
    return { fault: { message, hint } };
  }
  const { exported } = loaded;
  if (exported === undefined)
    return { fault: { message: "The server hook exports nothing by default.", hint: WRITE } };
  if (!isObject(exported)) {
    const found = typeof exported === "function" ? "a function" : summarizeValue(exported);
    const message = `The server hook exports ${found}, which is no server hook.`;
    return { fault: { message, found, hint: WRITE } };
  }
  const names = Object.keys(exported);
  if (names.length === 0) return { fault: { message: "The server hook does nothing.", hint: WRITE } };
  for (const name of names) {
    if (!PARTS.has(name)) {
      const message = `The server hook has "${name}", which nothing calls.`;
      return { fault: { message, ...nameHints(name, PARTS) } };
    }
    if (typeof exported[name] !== "function") {
      const found = summarizeValue(exported[name]);
      const message = `"${name}" of the server hook must be a function; found ${found}.`;
      return { fault: { message, found, hint: WRITE } };
    }
  }
  const alone = TOGETHER.find((name) => Object.hasOwn(exported, name));
  const lacking = TOGETHER.find((name) => !Object.hasOwn(exported, name));
  if (alone !== undefined && lacking !== undefined) {
    const message = `The server hook has "${alone}" without "${lacking}": neither does anything without the other.`;
    return { fault: { message, hint: `Add "${lacking}", or remove "${alone}".` } };
  }
  return { hook: exported };
}

/** The first line of an error. */
function inOneLine(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const [first = ""] = text.split("\n");
  return first.replace(/[.\s]+$/, "");
}
