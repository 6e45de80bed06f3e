import { publishSchemas } from "../../../compiler/publish/publish-schemas.ts";
import { whyUnreadable } from "../../../compiler/source/json-file.ts";
import { ownValue } from "../../../record/json.ts";
import type { ConfigFile, ConfigFiles, ConfigFileText } from "../../../wire/config-editing.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Answer, ApiRequest } from "../../http/request.ts";
import type { Runtime } from "../runtime.ts";
import { readServed } from "../served-files.ts";
import { textVersion, textVersionIn } from "../text-version.ts";
import type { Editing } from "./editing.ts";
import { readTextsBefore, type TextBefore } from "./texts-before.ts";

/** `GET` of all files with their state. */
export async function listFiles(editing: Editing): Promise<Answer> {
  const [read, before, isWritable] = await Promise.all([
    editing.source.read().catch(() => undefined),
    readTextsBefore(editing.store),
    editing.source.isWritable(),
  ]);
  // If the folder cannot be read, a problem of the runtime says why.
  const onDisk = read ?? (await readServed(editing.store)) ?? new Map<string, string>();
  const writable = read !== undefined && isWritable;
  // Taken after the files were read, so that no file is shown as served too early.
  const runtime = editing.holder.current;
  const paths = new Set([
    ...onDisk.keys(),
    ...runtime.rejected,
    ...runtime.problems.map(({ file }) => file),
    ...before.keys(),
  ]);
  const body: ConfigFiles = {
    files: [...paths].sort().map((path) => fileOf(path, runtime, onDisk, before.get(path))),
    schemas: { ...publishSchemas(runtime.registry) },
    writable,
  };
  return { status: 200, body };
}

function fileOf(
  path: string,
  runtime: Runtime,
  onDisk: ReadonlyMap<string, string>,
  before: TextBefore | undefined,
): ConfigFile {
  const label = labelOf(path, runtime, onDisk);
  return {
    path,
    ...(label === undefined ? {} : { label }),
    state: runtime.rejected.includes(path) ? "heldBack" : "served",
    problems: runtime.problems.filter(({ file }) => file === path),
    version: textVersionIn(onDisk, path),
    ...(before === undefined ? {} : { before: { savedAt: before.savedAt, savedBy: before.savedBy } }),
  };
}

/** The label of the file's entity: the served one, else that of its text. */
function labelOf(path: string, { config }: Runtime, onDisk: ReadonlyMap<string, string>): string | undefined {
  const [, id] = /^(?:entities|samples)\/(.+)\.json$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  const served = config.entities.get(id)?.label;
  if (served !== undefined) return served;
  try {
    const label = ownValue(JSON.parse(onDisk.get(`entities/${id}.json`) ?? "null"), "label");
    return typeof label === "string" ? label : undefined;
  } catch {
    return undefined;
  }
}

/** `GET` of one file's text. The path is looked up among the config's files and never reaches the disk. */
export async function answerFile({ source }: Editing, { query }: ApiRequest): Promise<Answer> {
  const path = query.get("path") ?? "";
  const text = (await source.read()).get(path);
  if (text === undefined)
    throw new ApiError("NOT_FOUND", { key: "config.noSuchFile", values: { file: path } });
  const isReadable = whyUnreadable(text) === undefined;
  const body: ConfigFileText = { path, text: isReadable ? text : "", version: textVersion(text) };
  return { status: 200, body };
}
