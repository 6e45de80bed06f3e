import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { isWithin, joinPath, patternOf, schemaPointer, splitPath } from "../../record/path.ts";
import type { ConfigChange } from "../../wire/config-editing.ts";
import { NAMES_FIELD, NAMES_FIELD_OF_TILE } from "./field-places.ts";
import { APP_FILE, entityOf, fileKind, samplesFile } from "./file-kind.ts";

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
    return renamed === undefined || renamed === found.node.value ? [] : [{ node: found.node, renamed }];
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
  const place = at.join("/");
  const valueAt = (...way: FoundText["at"]): unknown => findNodeAtLocation(root, [...way])?.value;
  const asPath = (way: string) => {
    const names = splitPath(way);
    if (isWithin(patternOf(way), field)) names[splitPath(field).length - 1] = oldName(rename);
    return joinPath(names);
  };
  /** The name among those of its object, anywhere in a schema. */
  const asName = (schema: string) => {
    const object = schema + schemaPointer(around(field));
    const isNamed = isKey
      ? place === `${object}/properties/${written}`
      : place.startsWith(`${object}/required/`) ||
        place === object.replace(/\/items$/, "/uniqueBy") ||
        (place.startsWith(`${object}/properties/`) &&
          /^[^/]+\/equals$/.test(place.slice(object.length + 12)));
    return isNamed && written === nameIn(field) ? oldName(rename) : undefined;
  };

  const isOfTile = path === APP_FILE && !isKey && NAMES_FIELD_OF_TILE.test(place);
  if (isOfTile) return valueAt(...at.slice(0, 3), "entity") === entity ? asPath(written) : undefined;
  if (path === APP_FILE && valueAt("accounts", "entity") === entity)
    return !isKey && /^accounts\/(username|password|role|approved)$/.test(place)
      ? asPath(written)
      : asName("registration/schema");
  if (isKey && path === samplesFile(entity ?? "") && patternOf(joinPath(at.slice(1))) === field)
    return oldName(rename);
  if (fileKind(path) !== "entity") return undefined;

  const reference = at.slice(0, at.lastIndexOf("reference") + 1);
  if (!isKey && /\/reference\/(label|fields\/\d+)$/.test(place) && valueAt(...reference, "entity") === entity)
    return asPath(written);
  /** Of a list: it reaches through references too. */
  const asListPath = (way: string) => {
    const [first = "", ...rest] = splitPath(way);
    if (valueAt("schema", "properties", first, "reference", "entity") === entity)
      return joinPath([first, ...splitPath(asPath(joinPath(rest)))]);
    return path === file ? asPath(way) : way;
  };
  const asTemplate = (template: string) =>
    template.replaceAll(/\{([^{}]+)\}/g, (_, way: string) => `{${asListPath(way)}}`);
  const inverse = IN_INVERSE_LIST.exec(place);
  if (!isKey && inverse !== null)
    return valueAt("referredBy", Number(inverse[1]), "entity") === entity ? asPath(written) : undefined;
  if (!isKey && (SHOWN_IN_LIST.test(place) || place === "display/image")) return asListPath(written);
  if (!isKey && /^display\/(title|subtitle)(\/[^/]+)?$/.test(place))
    return written.includes("{") ? asTemplate(written) : asListPath(written);
  if (path !== file) return undefined;
  if (isKey && place === `rights/fields/${written}`) return written === field ? oldName(rename) : undefined;
  if (isKey) return asName("schema");
  if (NAMES_FIELD.test(place)) return asPath(written);
  if (place === "list/deleteConfirm")
    return written.replaceAll(/\{([^{}]+)\}/g, (_, way: string) => `{${asPath(way)}}`);
  return asName("schema");
}

/** A column of a list, or of one of its views, or what is searched. */
const SHOWN_IN_LIST = /^list\/(columns\/\d+\/field|views\/\d+\/columns\/\d+|search\/fields\/\d+)$/;
/** A field, or a column, of the entity whose records an inverse list shows. */
const IN_INVERSE_LIST = /^referredBy\/(\d+)\/(field|columns\/\d+|sort\/field)$/;
