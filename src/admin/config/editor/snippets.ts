import { findNodeAtLocation, getNodeValue, parseTree } from "jsonc-parser";
import type { MessageName } from "../../../model/message-keys.ts";
import { isObject } from "../../../record/json.ts";
import type { JsonSpot } from "./json-spot.ts";

/** A whole part of a config that can be written at the cursor. */
interface Snippet {
  /** What people read of it. */
  readonly label: MessageName;
  /** A template: `$1` and `${1:name}` are filled in one after another; those of one number are filled in together. */
  readonly insert: string;
}

/** A field's schema, and the object that holds fields by name. */
export const FIELD_PLACE = /(^|\/)schema(\/properties\/[^/]+(\/items)*)+$/;
const FIELDS_PLACE = /(^|\/)schema(\/properties\/[^/]+(\/items)*)*\/properties$/;
const COLUMN_PLACE = /^list\/columns\/\d+$/;
const CONDITION_PLACE = /\/conditions\/\d+$/;

const CHOICES = `"enum": ["\${11:a}", "\${12:b}"],
\t"labels": { "\${11:a}": "$13", "\${12:b}": "$14" }`;
/** Shows a field only if another one holds this: a field is shown unless a condition hides it. */
const CONDITION = `{ "when": { "field": "$1", "isNot": "$2" }, "show": false }`;

/** A field whose name is to be put before it. */
const field = (label: MessageName, ...keys: readonly string[]): Snippet => {
  const [type, ...others] = keys;
  return {
    label,
    insert: ["{", [type, '"title": "$10"', ...others].map((key) => `\t${key}`).join(",\n"), "}"].join("\n"),
  };
};

const FIELDS: readonly Snippet[] = [
  field("config.snippetText", '"type": "string"'),
  field("config.snippetNumber", '"type": "number"'),
  field("config.snippetYesNo", '"type": "boolean"'),
  field("config.snippetDate", '"type": "string"', '"format": "date"', '"messages": { "format": "$11" }'),
  field(
    "config.snippetMoment",
    '"type": "string"',
    '"format": "date-time"',
    '"messages": { "format": "$11" }',
  ),
  field("config.snippetPicture", '"type": "object"', '"image": true', '"messages": { "image": "$11" }'),
  field("config.snippetChoice", '"type": "string"', CHOICES),
  field("config.snippetReference", '"type": "string"', '"reference": { "entity": "$11", "label": "$12" }'),
];

/** What can be written at a place. @param word what is typed there, without quotes */
export function snippetsAt(text: string, spot: JsonSpot, word: string): readonly Snippet[] {
  const { isKey, hasColon, path } = spot;
  const place = path.join("/");
  if (isKey && !hasColon && FIELDS_PLACE.test(place)) {
    const name = word === "" ? `\${1:newField}` : word;
    return FIELDS.map(({ label, insert }) => ({ label, insert: `"${name}": ${insert}` }));
  }
  if (word !== "") return [];
  if (isKey)
    return !hasColon && FIELD_PLACE.test(place) && canHaveChoices(objectAt(text, path))
      ? [{ label: "config.snippetChoices", insert: outdented(CHOICES) }]
      : [];
  if (COLUMN_PLACE.test(place))
    return [
      { label: "config.snippetColumn", insert: `{ "field": "$1" }` },
      { label: "config.snippetColumnNamed", insert: `{ "field": "$1", "label": "$2" }` },
    ];
  return CONDITION_PLACE.test(place) ? [{ label: "config.snippetCondition", insert: CONDITION }] : [];
}

/** Of what is not a plain text, and of a field that has some, they would be a mistake. */
function canHaveChoices(field: unknown): boolean {
  if (!isObject(field)) return true;
  const others = ["enum", "labels", "format", "reference", "pattern"];
  return (field.type ?? "string") === "string" && !others.some((key) => Object.hasOwn(field, key));
}

function objectAt(text: string, path: JsonSpot["path"]): unknown {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, [...path]);
  return node && getNodeValue(node);
}

const outdented = (template: string) => template.replaceAll("\n\t", "\n");

/** What follows a key of a field, where the schema alone does not say enough. */
export const FIELD_SKELETONS: ReadonlyMap<string, string> = new Map([
  ["enum", `["$1", "$2"]`],
  ["labels", `{ "$1": "$2" }`],
  ["reference", `{ "entity": "$1", "label": "$2" }`],
  ["conditions", `[\n\t${CONDITION}\n]`],
]);
