import { type ASTNode, getLanguageService, TextDocument } from "vscode-json-languageservice";
import { isObject } from "../../../record/json.ts";
import type { AppView } from "../../../wire/views.ts";
import { type ConfigState, listedFiles } from "../config-state.ts";
import { APP_FILE, entityFile, entityOf, fileKind, MESSAGES_FILE } from "../file-kind.ts";

/** What the config's files call things, as they are on the page. */
export interface KnownNames {
  readonly entities: readonly string[];
  readonly permissions: readonly string[];
  readonly roles: readonly string[];
  readonly languages: readonly string[];
  /** Names of an entity's fields, in their order. */
  fieldsOf(entity: string): readonly string[];
}

type Path = readonly (string | number)[];
type Names = (known: KnownNames, at: (path: Path) => unknown, path: Path) => readonly string[];

const fields: Names = (_, at) => namesIn(at(["schema", "properties"]));
const accountFields: Names = (known, at) => known.fieldsOf(String(at(["accounts", "entity"])));
const entities: Names = ({ entities: names }) => names;
const permissions: Names = (known, at) => {
  const written = at(["permissions"]);
  return Array.isArray(written) ? written.filter((one) => typeof one === "string") : known.permissions;
};
const roles: Names = (known, at) => {
  const written = namesIn(at(["roles"]));
  return written.length > 0 ? written : known.roles;
};
const languages: Names = ({ languages: names }) => names;
/** Those that stand beside `required`. */
const ownFields: Names = (_, at, path) => namesIn(at([...path.slice(0, -2), "properties"]));

/** Where a name is written, by the end of its path; the first that fits. */
const PLACES: readonly (readonly [place: RegExp, names: Names])[] = [
  [/^list\/columns\/\d+\/field$/, (known, at) => reached(known, at(["schema", "properties"]))],
  [/(^|\/)(field|equals)$|^labelField$/, fields],
  [/^form\/tabs\/\d+\/fields\/\d+(\/\d+)?$/, fields],
  [/(^|\/)required\/\d+$/, ownFields],
  [/\/uniqueBy$/, (_, at, path) => namesIn(at([...path.slice(0, -1), "items", "properties"]))],
  [/\/reference\/entity$|^menu\/\d+\/entities\/\d+$|^accounts\/entity$/, entities],
  [/\/reference\/label$/, (known, at, path) => known.fieldsOf(String(at([...path.slice(0, -1), "entity"])))],
  [/^accounts\/(username|password|role|approved)$/, accountFields],
  [/^permission$|^menu\/\d+\/permission$|^config\/permission$|^roles\/[^/]+\/permissions\/\d+$/, permissions],
  [/^config\/editors\/\d+$|^registration\/(roles\/\d+|defaultRole)$|^accounts\/first\/role$/, roles],
  [/^language$/, languages],
];

/** The names that may stand at a place of a file; none where any text may. @param text without what is half written */
export function namesAt(path: Path, text: string, known: KnownNames): readonly string[] {
  const place = path.join("/");
  const names = PLACES.find(([pattern]) => pattern.test(place))?.[1];
  if (names === undefined) return [];
  const root = readLoosely(text);
  const at = (inner: Path) =>
    inner.reduce<unknown>(
      (value, key) => (isHolder(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      root,
    );
  return names(known, at, path);
}

export const namesIn = (value: unknown): readonly string[] => (isObject(value) ? Object.keys(value) : []);

/** Fields, and those inside objects and behind references, with dots. */
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

function isHolder(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The names in the texts as they are edited; of files that nobody has opened, as they are served. */
export function knownNames(state: ConfigState, view: AppView): KnownNames {
  const written = (path: string) => readLoosely(state.open.get(path)?.text ?? "");
  const app = written(APP_FILE);
  const inApp = isObject(app) ? app : {};
  const served = view.entities.flatMap((one) => (one.access === "full" ? [one.entity] : []));
  const languages = namesIn(written(MESSAGES_FILE));
  return {
    entities: listedFiles(state).flatMap(({ path, isGoing }) =>
      fileKind(path) === "entity" && !isGoing ? (entityOf(path) ?? []) : [],
    ),
    permissions: Array.isArray(inApp.permissions)
      ? inApp.permissions.filter((one) => typeof one === "string")
      : [...new Set([...view.menu, ...served].map(({ permission }) => permission))],
    roles: namesIn(inApp.roles),
    languages: languages.length > 0 ? languages : Object.keys(view.messages),
    fieldsOf(entity) {
      const text = written(entityFile(entity));
      const schema = isObject(text) && isObject(text.schema) ? text.schema : undefined;
      const source = schema ?? served.find(({ id }) => id === entity)?.source.schema;
      return namesIn(source?.properties);
    },
  };
}

/** What can be read of a text that may be half written. */
function readLoosely(text: string): unknown {
  const document = TextDocument.create("config:///file.json", "json", 1, text);
  return read(getLanguageService({}).parseJSONDocument(document).root);
}

function read(node: ASTNode | undefined): unknown {
  if (node?.type === "object")
    return Object.fromEntries(
      node.properties.map(({ keyNode, valueNode }) => [keyNode.value, read(valueNode)]),
    );
  if (node?.type === "array") return node.items.map(read);
  return node?.type === "property" ? undefined : node?.value;
}
