import { AppConfig } from "./app-config.ts";
import type { Draft, Written } from "./draft.ts";
import { EntityConfig } from "./entity-config.ts";
import { parseJsonFile } from "./json-file.ts";
import type { KnownPlugins } from "./known-plugins.ts";
import { MessagesFile, SamplesConfig, sentencesOf } from "./messages-config.ts";
import type { Problem } from "./problem.ts";
import type { RecordData } from "./record.ts";
import { makeShape, type Shape } from "./shape.ts";

const APP: Shape<AppConfig> = makeShape(AppConfig);
const ENTITY: Shape<EntityConfig> = makeShape(EntityConfig);
const MESSAGES: Shape<MessagesFile> = makeShape(MessagesFile);
const SAMPLES: Shape<readonly RecordData[]> = makeShape(SamplesConfig);

/** Syntax and shape of every file. Files of a wrong shape are left out of the draft, their problems told. */
export function readDraft(
  files: ReadonlyMap<string, string>,
  plugins: KnownPlugins,
): { readonly draft: Draft; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];

  function read<T>(path: string, shape: Shape<T>): Written<T> | undefined {
    const text = files.get(path);
    if (text === undefined) {
      const message = `The file ${path} is not there; every config has one.`;
      problems.push({ code: "FILE_MISSING", file: path, line: 1, column: 1, path: "", message });
      return undefined;
    }
    const parsed = parseJsonFile(path, text);
    problems.push(...parsed.problems);
    const { file } = parsed;
    if (file === undefined) return undefined;
    const { value } = file;
    if (shape.holds(value)) return { file, value };
    for (const { code, path: at, part, message } of shape.faults(value)) {
      problems.push({ code, file: path, ...file.place(at, part), path: at, message });
    }
    return undefined;
  }

  const app = read("app.json", APP);
  const sentences = read("messages.json", MESSAGES);
  const messages = sentences && { ...sentences, value: sentencesOf(sentences.value) };
  const entities = new Map<string, Written<EntityConfig>>();
  const entityIds = new Set<string>();
  for (const [id, path] of named(files, "entities", problems)) {
    entityIds.add(id);
    const entity = read(path, ENTITY);
    if (entity !== undefined) entities.set(id, entity);
  }
  const samples = new Map<string, Written<readonly RecordData[]>>();
  for (const [id, path] of named(files, "samples", problems)) {
    const records = read(path, SAMPLES);
    if (records !== undefined) samples.set(id, records);
  }
  return { draft: { app, messages, entities, entityIds, samples, plugins }, problems };
}

/** The files of a folder by the entity they are named after. */
function named(files: ReadonlyMap<string, string>, folder: string, problems: Problem[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of files.keys()) {
    if (!path.startsWith(`${folder}/`)) continue;
    const id = path.slice(folder.length + 1, -".json".length);
    if (/^[a-z][A-Za-z0-9-]*$/.test(id) && !(id in Object.prototype)) found.set(id, path);
    else {
      const message = `"${id}" cannot be an entity's name: a small letter comes first, then letters, digits and - .`;
      problems.push({ code: "FILE_NAME", file: path, line: 1, column: 1, path: "", message });
    }
  }
  return found;
}
