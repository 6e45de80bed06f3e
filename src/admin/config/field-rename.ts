import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { isWithin, joinPath, patternOf, schemaPointer, segmentsOf, splitPath } from "../../record/path.ts";
import type { ConfigChange } from "../../wire/config-editing.ts";
import { APP_FILE, entityOf, fileKind } from "./file-kind.ts";

/** A field that went while another of its type came in its place: maybe the same one under another name. */
export interface Rename {
  readonly gone: ConfigChange;
  readonly came: ConfigChange;
}

/** The fields that went and have stored values, each with one that came: of its type and beside it, one of its label first. */
export function renamesIn(changes: readonly ConfigChange[]): readonly Rename[] {
  const taken = new Set<ConfigChange>();
  return changes.filter(isGone).flatMap((gone) => {
    const fitting = changes.filter((one) => !taken.has(one) && isInPlaceOf(one, gone));
    const came = fitting.find(({ subject }) => subject.at(-1) === gone.subject.at(-1)) ?? fitting[0];
    if (came === undefined) return [];
    taken.add(came);
    return [{ gone, came }];
  });
}

function isGone({ file, kind, what, left }: ConfigChange): boolean {
  return (
    fileKind(file) === "entity" &&
    kind === "removed" &&
    what === "field" &&
    left !== undefined &&
    left.count > 0
  );
}

function isInPlaceOf({ file, kind, what, field, to }: ConfigChange, gone: ConfigChange): boolean {
  const isNew = file === gone.file && kind === "added" && what === "field";
  return isNew && to === gone.from && around(field) === around(gone.field);
}

const around = (path = "") => joinPath(splitPath(path).slice(0, -1));
const nameIn = (path = "") => splitPath(path).at(-1) ?? "";

/** The name by which the values of the field are stored. */
export const oldName = ({ gone }: Rename) => nameIn(gone.field);

/** A file of the config in which the field has its old name, wherever the text names it. Nothing else changes. */
export function withOldName(path: string, text: string, rename: Rename): string {
  const root = parseTree(text);
  if (root === undefined) return text;
  const edits = [...stringsIn(root, [])].flatMap((found) => {
    const renamed = renamedText(path, root, found, rename);
    return renamed === undefined ? [] : [{ node: found.node, renamed }];
  });
  return edits.reduceRight(
    (after, { node: { offset, length }, renamed }) =>
      after.slice(0, offset) + JSON.stringify(renamed) + after.slice(offset + length),
    text,
  );
}

interface FoundText {
  readonly node: Node;
  /** The way to the value, or to that of the key. */
  readonly at: readonly (string | number)[];
  readonly isKey: boolean;
}

/** Every key and every text of a file, from top to bottom. */
function* stringsIn(node: Node, at: FoundText["at"]): Generator<FoundText> {
  if (node.type === "string") yield { node, at, isKey: false };
  for (const [index, child] of (node.children ?? []).entries()) {
    const [key, value] = child.type === "property" ? (child.children ?? []) : [];
    if (key === undefined) yield* stringsIn(child, [...at, index]);
    else {
      yield { node: key, at: [...at, String(key.value)], isKey: true };
      if (value !== undefined) yield* stringsIn(value, [...at, String(key.value)]);
    }
  }
}

/** What a key or a text is with the old name; undefined if it does not name the field. */
function renamedText(
  path: string,
  root: Node,
  { node, at, isKey }: FoundText,
  rename: Rename,
): string | undefined {
  const { file, field = "" } = rename.came;
  const entity = entityOf(file);
  const written = String(node.value);
  const asPath = (way: string) => {
    const names = splitPath(way);
    const last = splitPath(field).length - 1;
    if (!isWithin(patternOf(way), field)) return undefined;
    return joinPath([...names.slice(0, last), oldName(rename), ...names.slice(last + 1)]);
  };
  const asName = (object: string | undefined) =>
    object === around(field) && written === nameIn(field) ? oldName(rename) : undefined;
  const valueAt = (...way: FoundText["at"]): unknown => findNodeAtLocation(root, [...way])?.value;
  const place = at.join("/");

  if (path === APP_FILE) {
    if (valueAt("accounts", "entity") !== entity) return undefined;
    if (!isKey && /^accounts\/(username|password|role|approved)$/.test(place)) return asPath(written);
    return at[0] === "registration" && at[1] === "schema"
      ? asName(objectAround(at.slice(2), isKey))
      : undefined;
  }
  if (fileKind(path) === "samples")
    return isKey && entityOf(path) === entity && patternOf(joinPath(at.slice(1))) === field
      ? oldName(rename)
      : undefined;
  if (fileKind(path) !== "entity") return undefined;

  if (!isKey && /\/reference\/(label|fields\/\d+)$/.test(place)) {
    const reference = at.slice(0, at.lastIndexOf("reference") + 1);
    return valueAt(...reference, "entity") === entity ? asPath(written) : undefined;
  }
  if (!isKey && /^list\/columns\/\d+\/field$/.test(place)) {
    const [first = "", ...rest] = splitPath(written);
    const isThrough = valueAt("schema", "properties", first, "reference", "entity") === entity;
    const behind = isThrough ? asPath(joinPath(rest)) : undefined;
    if (behind !== undefined) return joinPath([first, behind]);
  }
  if (path !== file) return undefined;
  if (!isKey && /(^|\/)field$|^labelField$|^form\/tabs\/\d+\/fields\//.test(place)) return asPath(written);
  if (!isKey && place === "list/deleteConfirm") {
    const sentence = written.replaceAll(/\{([^{}]+)\}/g, (whole, way) => {
      const renamed = asPath(way);
      return renamed === undefined ? whole : `{${renamed}}`;
    });
    return sentence === written ? undefined : sentence;
  }
  return at[0] === "schema" ? asName(objectAround(at.slice(1), isKey)) : undefined;
}

/** The pattern of the object among whose fields a key or text of its schema names one; undefined if it names none. */
function objectAround(at: FoundText["at"], isKey: boolean): string | undefined {
  const [last, before] = [at.at(-1), at.at(-2)];
  if (isKey) return before === "properties" ? patternAt(at.slice(0, -2)) : undefined;
  if (before === "required" && typeof last === "number") return patternAt(at.slice(0, -2));
  if (last === "equals") return patternAt(at.slice(0, -3));
  return last === "uniqueBy" ? patternAt([...at.slice(0, -1), "items"]) : undefined;
}

/** The pattern whose `schemaPointer` this is; undefined for another place. */
function patternAt(at: FoundText["at"]): string | undefined {
  const names: string[] = [];
  for (let index = 0; index < at.length; index += 1) {
    if (at[index] === "properties" && index + 1 < at.length) {
      index += 1;
      names.push(String(at[index]));
    } else names.push("*");
  }
  const pattern = joinPath(names);
  return segmentsOf(schemaPointer(pattern)).join("/") === at.join("/") ? pattern : undefined;
}
