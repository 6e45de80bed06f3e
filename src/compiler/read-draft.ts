import { AppConfig } from "../model/app-config.ts";
import { EntityConfig } from "../model/entity-config.ts";
import { MessagesFile, messagesOf, SamplesConfig } from "../model/messages-config.ts";
import type { KnownPlugins } from "../model/plugin-manifest.ts";
import type { RecordData } from "../model/record.ts";
import type { DraftFiles, Written } from "./draft.ts";
import type { ReportedFaults } from "./report/reported-faults.ts";
import { otherFile } from "./shape/copied-file.ts";
import {
  APP_REPAIR,
  ENTITY_REPAIR,
  MESSAGES_REPAIR,
  type RepairRules,
  repairShape,
} from "./shape/repair-shape.ts";
import { makeShape, type Shape } from "./shape/shape.ts";
import { isEntityName } from "./source/config-path.ts";
import type { JsonFile, parseJsonFile } from "./source/json-file.ts";
import { WHOLE_FILE } from "./source/place.ts";
import type { Steps } from "./steps.ts";

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
      // of the two values one is in the way of the other
      if (code === "DUPLICATE_KEY") reported.suspect(path, [place.path]);
    }
  }
}

/**
 * The shape of every file. A file of a wrong shape is reported, and the draft has what is right about it; the rest is
 * suspected, so that one mistake is not reported as several.
 */
export function* readDraft(
  parsed: ReadonlyMap<string, JsonFile>,
  files: Iterable<string>,
  plugins: KnownPlugins,
  reported: ReportedFaults,
): Steps<DraftFiles> {
  const broken = new Set<object>();
  function* read<T>(path: string, shape: Shape<T>, rules?: RepairRules): Steps<Written<T> | undefined> {
    const file = parsed.get(path);
    if (file === undefined) return undefined;
    const { value } = file;
    if (shape.holds(value)) return { file, value };
    const other = otherFile(path, value);
    if (other !== undefined) {
      reported.add("WRONG_TYPE", path, WHOLE_FILE, other);
      return undefined;
    }
    yield;
    for (const [index, { code, path: at, part, missing: _, ...fault }] of shape.faults(value).entries()) {
      if (index % FAULTS_A_STEP === 0) yield;
      reported.add(code, path, file.place(at, part), fault);
    }
    yield;
    const repaired = rules && repairShape(value, shape, rules);
    if (repaired === undefined) return undefined;
    reported.suspect(path, repaired.suspected);
    for (const field of repaired.fields) broken.add(field);
    const place: JsonFile["place"] = (at, part) => file.place(repaired.original(at), part);
    return { file: { ...file, place }, value: repaired.value };
  }

  const paths = [...files];
  for (const path of ["app.json", "messages.json"]) {
    if (paths.includes(path)) continue;
    reported.add("FILE_MISSING", path, WHOLE_FILE, {
      message: "The file is not there; every config has one.",
    });
  }
  const app = yield* read("app.json", APP, APP_REPAIR);
  const sentences = yield* read("messages.json", MESSAGES, MESSAGES_REPAIR);
  const messages = sentences && { ...sentences, value: messagesOf(sentences.value) };
  const entities = new Map<string, Written<EntityConfig>>();
  const entityIds = new Set<string>();
  for (const [id, path] of named(paths, "entities", reported)) {
    yield;
    entityIds.add(id);
    const entity = yield* read(path, ENTITY, ENTITY_REPAIR);
    if (entity !== undefined) entities.set(id, entity);
  }
  const samples = new Map<string, Written<readonly RecordData[]>>();
  const sampleFiles = named(paths, "samples", reported);
  for (const [id, path] of sampleFiles) {
    yield;
    const records = yield* read(path, SAMPLES);
    if (records !== undefined) samples.set(id, records);
  }
  const withSamples = new Set(sampleFiles.keys());
  return { app, messages, entities, entityIds, samples, sampleFiles: withSamples, plugins, broken };
}

/** The files of a folder by the entity they are named after. */
function named(paths: readonly string[], folder: string, reported: ReportedFaults): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of paths) {
    if (!path.startsWith(`${folder}/`)) continue;
    const id = path.slice(folder.length + 1, -".json".length);
    if (isEntityName(id)) found.set(id, path);
    else
      reported.add("FILE_NAME", path, WHOLE_FILE, {
        message: `"${id}" cannot be an entity's name.`,
        found: `"${id}"`,
      });
  }
  return found;
}
