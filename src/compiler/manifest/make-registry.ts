import type { Fault, Problem } from "../../model/problem.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import type { FoundPlugin, LoadedHook, PluginFolder, Registry } from "../../plugin/registry.ts";
import type { AnyServerPlugin, ServerPlugin } from "../../plugin/server-hook.ts";
import { isObject, ownValue } from "../../record/json.ts";
import { below } from "../../record/path.ts";
import { nameHints } from "../report/nearest.ts";
import { placeProblem } from "../report/place-problem.ts";
import { inWords } from "../shape/shape.ts";
import { WHOLE_FILE } from "../source/place.ts";
import { type ReadManifest, readManifest } from "./read-manifest.ts";

/** A plugin with the places of what its manifest says. */
interface Placed extends FoundPlugin {
  readonly place: ReadManifest["place"];
}

/**
 * Every plugin found, by kind and name (R2). A plugin whose manifest cannot be read, or whose name is taken (R3), is left
 * out; whatever is wrong with one is reported.
 */
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
      // A text that is no JSON may say so all the same.
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
    // Which of the two names is the right one, nobody knows.
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

/** Sentences have their key by the plugin's name alone: a widget and a cell of one name share them, or have others. */
function saidTwice(first: Placed, second: Placed): Problem[] {
  const known = first.manifest.messages ?? {};
  return Object.entries(second.manifest.messages ?? {}).flatMap(([key, said]) => {
    const other = Object.hasOwn(known, key) ? known[key] : undefined;
    if (other === undefined || JSON.stringify(said.text) === JSON.stringify(other.text)) return [];
    const message = `The ${first.manifest.kind} and the ${second.manifest.kind} "${second.manifest.name}" say "${key}" each in their own way: ${first.folder} and ${second.folder}.`;
    const hint = "Choose another name for one of the two messages, or let both say the same.";
    return [problemOf(second, below("/messages", key), "DUPLICATE_NAME", { message, hint }, "key")];
  });
}

interface ReadPlugin {
  /** undefined where its manifest cannot be used. */
  readonly plugin?: Placed;
  /** What it is called: by its folder, and by its manifest. */
  readonly names: readonly string[];
}

/** One plugin by itself. */
function readPlugin(found: PluginFolder, problems: Problem[]): ReadPlugin {
  const { folder, manifest: text, hasIndex, server } = found;
  if (text === undefined) {
    const message = "The file is not there; every plugin has one.";
    const hint = "Describe the plugin in it, as plugins/README.md says, or remove the folder.";
    problems.push(wholeFile(`${folder}/plugin.json`, "FILE_MISSING", { message, hint }));
  }
  if (!hasIndex) {
    const message = "The file is not there; every plugin has one.";
    const hint = "Add it, with export default definePlugin({ … }), or remove the folder.";
    problems.push(wholeFile(`${folder}/index.tsx`, "FILE_MISSING", { message, hint }));
  }
  const read = text === undefined ? undefined : readManifest(`${folder}/plugin.json`, text);
  problems.push(...(read?.problems ?? []));
  const loaded = server === undefined ? undefined : checkHook(server);
  if (loaded?.fault !== undefined) {
    problems.push(wholeFile(`${folder}/server.ts`, "BAD_PLUGIN", loaded.fault));
  }
  const folderName = folder.slice(folder.lastIndexOf("/") + 1);
  const ownName = ownValue(read?.written, "name");
  const names = typeof ownName === "string" ? [folderName, ownName] : [folderName];
  if (read?.manifest === undefined) return { names };

  const { manifest, place } = read;
  const isModule = server !== undefined && "isModule" in server && server.isModule === true;
  const hook =
    loaded?.hook === undefined
      ? {}
      : { server: loaded.hook, ...(isModule ? { isModule: true as const } : {}) };
  const plugin: Placed = { folder, manifest, place, ...hook };
  if (folderName !== manifest.name) {
    const message = `The plugin is called "${manifest.name}", but its folder "${folderName}".`;
    problems.push(problemOf(plugin, "/name", "BAD_PLUGIN", { message, hint: "Rename one of the two." }));
  }
  if (server !== undefined && manifest.kind === "cell") {
    const message = "A cell has no server hook: it shows values, it does not write them.";
    problems.push(wholeFile(`${folder}/server.ts`, "BAD_PLUGIN", { message, hint: "Remove the file." }));
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

function wholeFile(file: string, code: ProblemCode, fault: Fault): Problem {
  return placeProblem(code, file, WHOLE_FILE, fault, () => undefined);
}

/** What changes of the config call. Neither does anything without the other. */
const TOGETHER = ["storedForm", "convert"] as const satisfies readonly (keyof ServerPlugin)[];
/** What a write calls. */
const STEPS = ["complete", "clean", "check", "images"] as const satisfies readonly (keyof ServerPlugin)[];
const PARTS: ReadonlySet<string> = new Set([...STEPS, ...TOGETHER]);
const WRITE = `Write export default defineServerPlugin({ … }) with one or more of ${STEPS.join(", ")}.`;

/** The server hook that a `server.ts` exports, or why it is none. */
function checkHook(
  loaded: LoadedHook,
):
  | { readonly hook: AnyServerPlugin; readonly fault?: undefined }
  | { readonly hook?: undefined; readonly fault: Fault } {
  if ("error" in loaded) {
    const message = `The server hook cannot be loaded: ${inOneLine(loaded.error)}.`;
    return {
      fault: { message, hint: "Correct the code; what a module does while it is imported may not fail." },
    };
  }
  const { exported } = loaded;
  if (exported === undefined)
    return { fault: { message: "The server hook exports nothing by default.", hint: WRITE } };
  if (!isObject(exported)) {
    const found = typeof exported === "function" ? "a function" : inWords(exported);
    return {
      fault: { message: `The server hook exports ${found}, which is no server hook.`, found, hint: WRITE },
    };
  }
  const names = Object.keys(exported);
  if (names.length === 0) return { fault: { message: "The server hook does nothing.", hint: WRITE } };
  for (const name of names) {
    if (!PARTS.has(name)) {
      const message = `The server hook has "${name}", which nothing calls.`;
      return { fault: { message, ...nameHints(name, PARTS) } };
    }
    if (typeof exported[name] !== "function") {
      const found = inWords(exported[name]);
      return {
        fault: {
          message: `"${name}" of the server hook must be a function; found ${found}.`,
          found,
          hint: WRITE,
        },
      };
    }
  }
  const [alone] = TOGETHER.filter((name) => Object.hasOwn(exported, name));
  const lacking = TOGETHER.find((name) => !Object.hasOwn(exported, name));
  if (alone !== undefined && lacking !== undefined) {
    const message = `The server hook has "${alone}" without "${lacking}": neither does anything without the other.`;
    return { fault: { message, hint: `Add "${lacking}", or remove "${alone}".` } };
  }
  return { hook: exported };
}

/** What was thrown, by its first line. */
function inOneLine(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const [first = ""] = text.split("\n");
  return first.replace(/[.\s]+$/, "");
}
