import { AppConfig } from "../model/app-config.ts";
import { EntityConfig } from "../model/entity-config.ts";
import { MessagesFile, messagesOf, SamplesConfig } from "../model/messages-config.ts";
import type { KnownPlugins } from "../model/plugin-manifest.ts";
import type { Fault } from "../model/problem.ts";
import type { RecordData } from "../model/record.ts";
import type { ReportedFaults } from "./report/reported-faults.ts";
import { FILE_KINDS, fileKindOf, otherFile } from "./shape/copied-file.ts";
import { explainFaults } from "./shape/known-mistakes.ts";
import {
  APP_REPAIR,
  ENTITY_REPAIR,
  MESSAGES_REPAIR,
  type RepairRules,
  repairShape,
} from "./shape/repair-shape.ts";
import { makeShape, type Shape } from "./shape/shape.ts";
import { ALMOST_JSON, isEntityName } from "./source/config-path.ts";
import type { JsonFile, parseJsonFile } from "./source/json-file.ts";
import { WHOLE_FILE } from "./source/place.ts";
import type { Steps } from "./steps.ts";
import type { Written, WrittenFiles } from "./written-config.ts";

const APP: Shape<AppConfig> = makeShape(AppConfig);
const ENTITY: Shape<EntityConfig> = makeShape(EntityConfig);
const MESSAGES: Shape<MessagesFile> = makeShape(MessagesFile);
const SAMPLES: Shape<readonly RecordData[]> = makeShape(SamplesConfig);

/** Each is looked for in its file. */
const FAULTS_A_STEP = 20;

/** Puts every file that is JSON into `parsed`, by its path, and reports those that are not. */
export function* parseFiles(
  files: ReadonlyMap<string, string>,
  parsed: Map<string, JsonFile>,
  reported: ReportedFaults,
  parse: typeof parseJsonFile,
): Steps<void> {
  for (const [path, text] of files) {
    yield;
    const { file, faults } = parse(path, text);
    if (file !== undefined) parsed.set(path, file);
    for (const { code, place, ...fault } of faults) {
      reported.add(code, path, place, fault);
      // of the two values one hides the other
      if (code === "DUPLICATE_KEY") reported.suspect(path, [place.path]);
    }
  }
}

/**
 * Checks the shape of every file. In a file of a wrong shape, what is right is checked further; the rest is suspected,
 * so that one mistake is not reported as several.
 */
export function* checkShapes(
  parsed: ReadonlyMap<string, JsonFile>,
  paths: readonly string[],
  plugins: KnownPlugins,
  reported: ReportedFaults,
): Steps<WrittenFiles> {
  const broken = new Set<object>();
  function* read<T>(path: string, shape: Shape<T>, rules?: RepairRules): Steps<Written<T> | undefined> {
    const file = parsed.get(path);
    if (file === undefined) return undefined;
    const { value } = file;
    if (shape.accepts(value)) return { value, ...reported.inFile(file) };
    const other = otherFile(path, value);
    if (other !== undefined) {
      reported.add("WRONG_TYPE", path, WHOLE_FILE, other);
      return undefined;
    }
    yield;
    const { report } = reported.inFile(file);
    const faults = explainFaults(shape.faults(value), value);
    for (const [index, { code, path: at, part, missing: _, ...fault }] of faults.entries()) {
      if (index % FAULTS_A_STEP === 0) yield;
      report(at, code, fault, part);
    }
    yield;
    const repaired = rules && (yield* repairShape(value, shape, rules));
    if (repaired === undefined) return undefined;
    reported.suspect(path, repaired.suspected);
    for (const field of repaired.fields) broken.add(field);
    return { value: repaired.value, ...reported.inFile(file, repaired.original) };
  }
  function* readAll<T>(
    found: ReadonlyMap<string, string>,
    shape: Shape<T>,
    rules?: RepairRules,
  ): Steps<ReadonlyMap<string, Written<T>>> {
    const all = new Map<string, Written<T>>();
    for (const [id, path] of found) {
      yield;
      const written = yield* read(path, shape, rules);
      if (written !== undefined) all.set(id, written);
    }
    return all;
  }

  for (const path of ["app.json", "messages.json"]) {
    if (paths.includes(path)) continue;
    const message = "The file is not there; every config has one.";
    const meant = paths.find((one) => one.replace(ALMOST_JSON, ".json") === path);
    const hint = meant === undefined ? {} : { hint: `Rename "${meant}" to "${path}".` };
    reported.add("FILE_MISSING", path, WHOLE_FILE, { message, ...hint });
  }
  const app = yield* read("app.json", APP, APP_REPAIR);
  const sentences = yield* read("messages.json", MESSAGES, MESSAGES_REPAIR);
  const messages = sentences && { ...sentences, value: messagesOf(sentences.value) };
  const entityFiles = filesIn("entities", paths, parsed, reported);
  const entities = yield* readAll(entityFiles.found, ENTITY, ENTITY_REPAIR);
  const sampleFiles = filesIn("samples", paths, parsed, reported);
  const samples = yield* readAll(sampleFiles.found, SAMPLES);
  return {
    app,
    messages,
    entities,
    entityIds: entityFiles.ids,
    samples,
    sampleFiles: sampleFiles.ids,
    plugins,
    broken,
  };
}

interface FolderFiles {
  /** By the entity they are named after. */
  readonly found: ReadonlyMap<string, string>;
  /** The entities of those and of files that are not read, since their name or place is wrong: nothing else is missing. */
  readonly ids: ReadonlySet<string>;
}

function filesIn(
  folder: "entities" | "samples",
  paths: readonly string[],
  parsed: ReadonlyMap<string, JsonFile>,
  reported: ReportedFaults,
): FolderFiles {
  const found = new Map<string, string>();
  const meant = new Set<string>();
  const refuse = (path: string, fault: Fault) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    reported.add("FILE_NAME", path, WHOLE_FILE, { found: `"${name}"`, ...fault });
    meant.add(name.replace(ALMOST_JSON, "").replace(/^./, (first) => first.toLowerCase()));
  };
  for (const path of paths) {
    const isOutside = !path.includes("/") && path !== "app.json" && path !== "messages.json";
    if (isOutside && fileKindOf(parsed.get(path)?.value) === folder) {
      const message = `This file is not read here: it looks like ${FILE_KINDS[folder]}.`;
      refuse(path, { message, hint: `Move it into the folder "${folder}".` });
    }
    if (!path.startsWith(`${folder}/`)) continue;
    const name = path.slice(folder.length + 1);
    const id = name.replace(/\.json$/, "");
    if (id === name) {
      const message = 'The name of a file that is read ends with ".json".';
      const hint = `Rename it to "${name.replace(ALMOST_JSON, ".json")}", or move it out of the folder.`;
      refuse(path, { message, hint });
    } else if (isEntityName(id)) found.set(id, path);
    else refuse(path, { message: `"${id}" cannot be an entity's name.`, found: `"${id}"` });
  }
  return { found, ids: new Set([...found.keys(), ...meant]) };
}
