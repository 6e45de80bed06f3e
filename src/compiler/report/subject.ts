import { isObject, ownValue } from "../../record/json.ts";
import { isIndex, segmentsOf, splitPath } from "../../record/path.ts";

/** What a file of the config says as written; undefined where it cannot be read. */
export type ValueOf = (file: string) => unknown;

/**
 * What a place in a file is about, by the labels that people read, from the outside in: the entity, then the tab, column,
 * field. Made from the file as written, right or wrong, so it takes nothing for granted. Empty for the app as a whole.
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

function inEntity(entity: unknown, [part = "", ...rest]: readonly string[]): readonly string[] {
  const properties = ownValue(ownValue(entity, "schema"), "properties");
  const value = ownValue(entity, part);
  switch (part) {
    case "schema":
      return inSchema(value, rest);
    case "form":
      return inForm(value, properties, rest);
    case "list":
      return inList(value, properties, rest);
    case "labelField":
      return named(properties, value);
    default:
      return [];
  }
}

/** Through an object of fields: `properties/<name>/…`, `items/…`, or `required/<index>`, which names a field. */
function inSchema(schema: unknown, [key, next, ...rest]: readonly string[]): readonly string[] {
  if (key === undefined || next === undefined)
    return key === "items" ? inSchema(ownValue(schema, key), []) : [];
  const inner = ownValue(schema, key);
  if (key === "items") return inSchema(inner, [next, ...rest]);
  if (key === "required") return named(ownValue(schema, "properties"), ownValue(inner, next));
  if (key !== "properties") return [];
  const field = ownValue(inner, next);
  return [text(ownValue(field, "title")) ?? next, ...inSchema(field, rest)];
}

function inForm(form: unknown, properties: unknown, [key, index, part, ...rest]: readonly string[]) {
  if (key !== "tabs" || index === undefined) return [];
  const tab = ownValue(ownValue(form, "tabs"), index);
  const label = text(ownValue(tab, "label"));
  const around = label === undefined ? [] : [label];
  if (part !== "fields") return around;
  const name = rest.reduce<unknown>(ownValue, ownValue(tab, part));
  return [...around, ...named(properties, name)];
}

function inList(list: unknown, properties: unknown, [key, index]: readonly string[]): readonly string[] {
  if (key === "columns" && index !== undefined) {
    const column = ownValue(ownValue(list, key), index);
    const label = text(ownValue(column, "label"));
    return label === undefined ? named(properties, ownValue(column, "field"), true) : [label];
  }
  return key === "search" || key === "defaultSort"
    ? named(properties, ownValue(ownValue(list, key), "field"))
    : [];
}

/** The label of the field that a name leads to; a dotted one by its first part. Nothing, or the name, where there is none. */
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
  const label = text(ownValue(sample, text(ownValue(entity, "labelField")) ?? ""));
  const record = label ?? `sample ${Number(index) + 1}`;
  if (name === undefined) return [record];
  const schema = ownValue(entity, "schema");
  // A pointer of a record has no "properties" and "items" in it; the schema's own has.
  const steps = rest.flatMap((step) => (isIndex(step) ? ["items"] : ["properties", step]));
  return [record, ...inSchema(schema, ["properties", name, ...steps])];
}

function inApp(app: unknown, [part = "", key, next, ...rest]: readonly string[]): readonly string[] {
  const value = ownValue(app, part);
  switch (part) {
    case "roles": {
      if (key === undefined) return [];
      const labels = ownValue(ownValue(value, key), "label");
      return [text(ownValue(labels, text(ownValue(app, "language")) ?? "")) ?? key];
    }
    case "menu":
      return key === undefined
        ? []
        : [text(ownValue(ownValue(value, key), "label")) ?? `group ${Number(key) + 1}`];
    case "registration":
      return [
        "Registration page",
        ...(key === "schema" && next !== undefined ? inSchema(ownValue(value, key), [next, ...rest]) : []),
      ];
    case "accounts":
      return ["Accounts"];
    case "limits":
      return ["Limits"];
    default:
      return [];
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
