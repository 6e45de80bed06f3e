import type { Fault } from "../../model/problem.ts";
import { isObject, ownValue } from "../../record/json.ts";
import type { ReportedFaults } from "../report/reported-faults.ts";
import { WHOLE_FILE } from "../source/place.ts";
import type { WrittenFiles } from "../written-config.ts";

/** What a file is, by its name or its folder. */
export const FILE_KINDS = {
  "app.json": "app.json",
  "messages.json": "messages.json",
  entities: "the file of an entity",
  samples: "sample records",
} as const;

/** The fault that a file has the text of another kind of file; undefined if it has not. */
export function otherFile(path: string, value: unknown): Fault | undefined {
  const [kind] = path.split("/");
  const found = fileKindOf(value);
  if (found === undefined || found === kind) return undefined;
  return {
    message: `This is not the text of ${path}: it looks like ${FILE_KINDS[found]}.`,
    hint: "Put this file's own text back: undo, return to the text before, or take it from a backup.",
  };
}

/** Which of them a text looks like; undefined if none. */
export function fileKindOf(value: unknown): keyof typeof FILE_KINDS | undefined {
  const has = (...keys: string[]) => keys.every((key) => ownValue(value, key) !== undefined);
  if (has("roles", "accounts", "menu")) return "app.json";
  if (has("endpoints", "schema", "list")) return "entities";
  if (isObject(value) && Object.values(value).some((one) => ownValue(one, "login.title") !== undefined))
    return "messages.json";
  return Array.isArray(value) && value.length > 0 && value.every(isObject) ? "samples" : undefined;
}

/** Leaves out entities that are copies of others and reports each once: else all its contents would be reported as duplicates. */
export function withoutCopies(files: WrittenFiles, faults: ReportedFaults): WrittenFiles {
  const first = new Map<string, string>();
  const copies = new Map<string, string>();
  for (const [id, { value }] of files.entities) {
    const { endpoints, listKey } = value;
    const same = JSON.stringify([endpoints.list, endpoints.record, listKey]);
    const other = first.get(same);
    if (listKey === "") continue;
    if (other === undefined) first.set(same, id);
    else if (listKey === id) copies.set(other, id);
    else copies.set(id, other);
  }
  if (copies.size === 0) return files;
  for (const [id, other] of copies) {
    const message = `This is a copy of ${other}.json: its endpoints and its listKey are the same.`;
    const hint =
      'Give it "endpoints", "listKey", "label" and "menu" of its own and name it in the "menu" of app.json; or put its own text back.';
    faults.add("DUPLICATE_ROUTE", `entities/${id}.json`, WHOLE_FILE, { message, hint });
  }
  return { ...files, entities: new Map([...files.entities].filter(([id]) => !copies.has(id))) };
}
