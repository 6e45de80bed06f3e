import { isObject, ownValue } from "../../record/json.ts";
import { isIndex, segmentsOf, splitPath, valueAt } from "../../record/path.ts";
import { splitTemplate } from "../../record/title.ts";

/** The value of a file of the config; undefined if it cannot be read. */
export type ValueOf = (file: string) => unknown;

/**
 * The labels of what a place in a file is about, from the outside in: the entity, then the tab, column, field. The file
 * may have any shape. Empty for the app as a whole.
 */
export function subjectOf(file: string, pointer: string, valueIn: ValueOf): readonly string[] {
  const [folder, id] = file.replace(/\.json$/, "").split("/");
  const value = valueIn(file);
  const segments = segmentsOf(pointer);
  if (folder === "entities" && id !== undefined)
    return [entityLabel(id, value), ...inEntity(value, segments)];
  if (folder === "samples" && id !== undefined) {
    const entity = valueIn(`entities/${id}.json`);
    return [entityLabel(id, entity), ...inSamples(value, entity, segments)];
  }
  if (folder === "messages") return segments.slice(0, 1);
  return folder === "app" ? inApp(value, segments) : [];
}

function entityLabel(id: string, entity: unknown): string {
  return text(ownValue(entity, "label")) ?? id;
}

function inEntity(entity: unknown, segments: readonly string[]): readonly string[] {
  const [part, key, index, inTab] = segments;
  const properties = valueAt(entity, ["schema", "properties"]);
  if (part === "schema") return inSchema(ownValue(entity, part), segments.slice(1));
  if (part === "labelField") return named(properties, ownValue(entity, part));
  if (part === "display" && key === "badges" && index !== undefined)
    return named(properties, valueAt(entity, [part, key, index, "field"]));
  if (part === "list" && (key === "search" || key === "defaultSort"))
    return named(properties, valueAt(entity, [part, key, "field"]));
  if (part === "list" && key === "columns" && index !== undefined) {
    const column = valueAt(entity, [part, key, index]);
    const label = text(ownValue(column, "label"));
    return label === undefined ? named(properties, ownValue(column, "field"), true) : [label];
  }
  if (part === "form" && key === "tabs" && index !== undefined) {
    const label = text(valueAt(entity, [part, key, index, "label"]));
    const fields = inTab === "fields" ? named(properties, valueAt(entity, segments)) : [];
    return label === undefined ? fields : [label, ...fields];
  }
  return [];
}

/** Through an object of fields: `properties/<name>/…`, `items/…`, or `required/<index>`, which names a field. */
function inSchema(schema: unknown, [key = "", next, ...rest]: readonly string[]): readonly string[] {
  if (next === undefined) return [];
  const inner = ownValue(schema, key);
  if (key === "items") return inSchema(inner, [next, ...rest]);
  if (key === "required") return named(ownValue(schema, "properties"), ownValue(inner, next));
  if (key !== "properties") return [];
  const field = ownValue(inner, next);
  return [text(ownValue(field, "title")) ?? next, ...inSchema(field, rest)];
}

/** The label of the field that the first part of a path names. Without such a field: nothing, or the path. */
function named(properties: unknown, name: unknown, orName = false): readonly string[] {
  const path = text(name);
  if (path === undefined) return [];
  const [first = ""] = splitPath(path);
  const field = ownValue(properties, first);
  if (!isObject(field)) return orName ? [path] : [];
  return [text(ownValue(field, "title")) ?? first];
}

function inSamples(samples: unknown, entity: unknown, [index, name, ...rest]: readonly string[]) {
  if (index === undefined) return [];
  const sample = ownValue(samples, index);
  const title = localText(entity, ["display", "title"]) ?? text(ownValue(entity, "labelField")) ?? "";
  const record =
    sampleTitle(title, sample, valueAt(entity, ["schema", "properties"])) ?? `sample ${Number(index) + 1}`;
  if (name === undefined) return [record];
  const schema = ownValue(entity, "schema");
  // From a pointer into the record to one into the schema.
  const steps = rest.flatMap((step) => (isIndex(step) ? ["items"] : ["properties", step]));
  return [record, ...inSchema(schema, ["properties", name, ...steps])];
}

/** What a sample is called, by its own values alone: what it refers to is known by an `_id`. */
function sampleTitle(title: string, sample: unknown, properties: unknown): string | undefined {
  const isOwn = (part: string | { readonly field: string }) =>
    typeof part === "string" || !isObject(valueAt(properties, [splitPath(part.field)[0] ?? "", "reference"]));
  const parts = splitTemplate(title);
  const shown = parts.every(isOwn)
    ? parts
    : parts.filter((part) => typeof part !== "string" && isOwn(part)).slice(0, 1);
  const values = shown.map((part) => {
    if (typeof part === "string") return part;
    const value = valueAt(sample, splitPath(part.field));
    return typeof value === "number" ? String(value) : text(value);
  });
  return values.includes(undefined) ? undefined : text(values.join(""));
}

function inApp(app: unknown, [part, key, ...rest]: readonly string[]): readonly string[] {
  switch (part) {
    case "roles":
      return key === undefined ? [] : [localText(app, [part, key, "label"]) ?? key];
    case "menu":
      return key === undefined ? [] : [localText(app, [part, key, "label"]) ?? `group ${Number(key) + 1}`];
    case "registration":
      return ["Registration page", ...(key === "schema" ? inSchema(valueAt(app, [part, key]), rest) : [])];
    case "accounts":
      return ["Accounts"];
    case "limits":
      return ["Limits"];
    case "home":
      return ["Start page"];
    default:
      return [];
  }
}

/** A text that may be given in several languages, in that of its file. */
function localText(file: unknown, path: readonly string[]): string | undefined {
  const language = text(ownValue(file, "language")) ?? "";
  return text(valueAt(file, path)) ?? text(valueAt(file, [...path, language]));
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
