import { parse } from "jsonc-parser";
import { isObject, ownValue } from "../../../record/json.ts";
import { valueAt } from "../../../record/path.ts";
import type { AppView } from "../../../wire/views.ts";
import { type ConfigState, listedFiles } from "../config-state.ts";
import { NAMES_FIELD, NAMES_FIELD_OF_TILE } from "../field-places.ts";
import { APP_FILE, entityFile, entityOf, fileKind, MESSAGES_FILE } from "../file-kind.ts";

/** The names that the files of the config give to things. */
export interface KnownNames {
  readonly entities: readonly string[];
  readonly permissions: readonly string[];
  readonly roles: readonly string[];
  readonly languages: readonly string[];
  /** The names of an entity's fields, in their order. */
  fieldsOf(entity: string): readonly string[];
  /** What the columns of its list show. */
  columnsOf(entity: string): readonly string[];
}

type Path = readonly (string | number)[];
/** The names that may stand at `path`. @param at reads the file */
type Names = (known: KnownNames, at: (path: Path) => unknown, path: Path) => readonly string[];

const fields: Names = (_, at) => namesIn(at(["schema", "properties"]));
const accountFields: Names = (known, at) => known.fieldsOf(String(at(["accounts", "entity"])));
const tileFields: Names = (known, at, path) => known.fieldsOf(String(at([...path.slice(0, 3), "entity"])));
const entities: Names = (known) => known.entities;
const permissions: Names = (known) => known.permissions;
const roles: Names = (known) => known.roles;
const languages: Names = (known) => known.languages;
/** The fields of the object whose `required` it is. */
const ownFields: Names = (_, at, path) => namesIn(at([...path.slice(0, -2), "properties"]));

/** The entity of the inverse list that a path leads into. */
const otherEntity = (at: (path: Path) => unknown, path: Path) => String(at([...path.slice(0, 2), "entity"]));

/** By patterns of paths, the names that may stand there. The first pattern that matches counts. */
const PLACES: readonly (readonly [place: RegExp, names: Names])[] = [
  [
    /^list\/(columns\/\d+\/field|search\/fields\/\d+)$|^display\/(image|(title|subtitle)(\/[^/]+)?)$/,
    (known, at) => reached(known, at(["schema", "properties"])),
  ],
  [/^list\/views\/\d+\/columns\/\d+$/, (_, at) => fieldsIn(at(["list", "columns"]))],
  [NAMES_FIELD_OF_TILE, tileFields],
  [/^referredBy\/\d+\/field$/, (known, at, path) => known.fieldsOf(otherEntity(at, path))],
  [
    /^referredBy\/\d+\/(columns\/\d+|sort\/field)$/,
    (known, at, path) => known.columnsOf(otherEntity(at, path)),
  ],
  [NAMES_FIELD, fields],
  [/(^|\/)equals$/, fields],
  [/(^|\/)required\/\d+$/, ownFields],
  [/\/uniqueBy$/, (_, at, path) => namesIn(at([...path.slice(0, -1), "items", "properties"]))],
  [
    /\/reference\/entity$|^referredBy\/\d+\/entity$|^menu\/\d+\/entities\/\d+$|^accounts\/entity$|^home\/tiles\/\d+\/entity$/,
    entities,
  ],
  [/\/reference\/label$/, (known, at, path) => known.fieldsOf(String(at([...path.slice(0, -1), "entity"])))],
  [/^accounts\/(username|password|role|approved)$/, accountFields],
  [/^permission$|^menu\/\d+\/permission$|^config\/permission$|^roles\/[^/]+\/permissions\/\d+$/, permissions],
  [/^list\/views\/\d+\/roles\/\d+$/, roles],
  [/^config\/editors\/\d+$|^registration\/(roles\/\d+|defaultRole)$|^accounts\/first\/role$/, roles],
  [/^language$/, languages],
];

/** The names that may stand at a place of a file; none where any text may. @param text without the word at the cursor */
export function namesAt(path: Path, text: string, known: KnownNames): readonly string[] {
  const place = path.join("/");
  const names = PLACES.find(([pattern]) => pattern.test(place))?.[1];
  if (names === undefined) return [];
  const root: unknown = parse(text);
  return names(known, (inner) => valueAt(root, inner.map(String)), path);
}

const namesIn = (value: unknown): readonly string[] => (isObject(value) ? Object.keys(value) : []);

/** What the columns of a list show. */
function fieldsIn(columns: unknown): readonly string[] {
  const named = Array.isArray(columns) ? columns.map((column: unknown) => ownValue(column, "field")) : [];
  return named.filter((field) => typeof field === "string");
}

/** Paths of fields, also inside objects and through references. */
function reached(known: KnownNames, properties: unknown): readonly string[] {
  if (!isObject(properties)) return [];
  const names = Object.keys(properties);
  const inner = Object.entries(properties).flatMap(([name, field]) => {
    if (!isObject(field)) return [];
    const behind = isObject(field.reference) ? known.fieldsOf(String(field.reference.entity)) : [];
    return [...namesIn(field.properties), ...behind].map((one) => `${name}.${one}`);
  });
  return [...names, ...inner];
}

/** Not `$schema`, nor a tag that is half written. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** The names in the edited texts; for files that are not open, the names that are served. */
export function knownNames(state: ConfigState, view: AppView): KnownNames {
  const written = (path: string): unknown => parse(state.open.get(path)?.text ?? "");
  const app = written(APP_FILE);
  const ownPermissions = valueAt(app, ["permissions"]);
  const served = view.entities.flatMap((one) => (one.access === "full" ? [one.entity] : []));
  const ownLanguages = namesIn(written(MESSAGES_FILE)).filter(isLanguage);
  return {
    entities: listedFiles(state).flatMap(({ path, isGoing }) =>
      fileKind(path) === "entity" && !isGoing ? (entityOf(path) ?? []) : [],
    ),
    permissions: Array.isArray(ownPermissions)
      ? ownPermissions.filter((one) => typeof one === "string")
      : [...new Set([...view.menu, ...served].flatMap(({ permission }) => permission))],
    roles: namesIn(valueAt(app, ["roles"])),
    languages: ownLanguages.length > 0 ? ownLanguages : Object.keys(view.messages),
    fieldsOf(entity) {
      const properties = valueAt(written(entityFile(entity)), ["schema", "properties"]);
      return namesIn(properties ?? served.find(({ id }) => id === entity)?.source.schema.properties);
    },
    columnsOf(entity) {
      const columns = valueAt(written(entityFile(entity)), ["list", "columns"]);
      return fieldsIn(columns ?? served.find(({ id }) => id === entity)?.list.columns);
    },
  };
}
