import type { FieldSchema } from "../../model/field-schema.ts";
import { RULES } from "../../model/keywords.ts";
import type { ValueType } from "../../model/value-type.ts";
import { isObject, ownValue } from "../../record/json.ts";
import { below, isIndex, segmentsOf, valueAt } from "../../record/path.ts";
import { exampleCondition, exampleTest, isEffect, isTestKey } from "./condition-example.ts";
import type { ShapeFault } from "./shape.ts";

/**
 * Mistakes that people often make in the fields of a config and around them: instead of what the shape alone says, the fault
 * says what was meant and where it belongs. `root`: the value of the file.
 */
export function explainFaults(faults: readonly ShapeFault[], root: unknown): ShapeFault[] {
  return withoutLooseTests(faults, root).map((fault) => {
    const place = placeIn(root, segmentsOf(fault.path));
    for (const explain of MISTAKES) {
      const said = explain(fault, place);
      if (said === undefined) continue;
      const { meant: _, hint: __, ...rest } = fault;
      return { ...rest, ...said };
    }
    return fault;
  });
}

/** Where a fault is. */
interface MistakePlace {
  readonly root: unknown;
  readonly segments: readonly string[];
  readonly value: unknown;
  /** The innermost field that the place is in, or is. */
  readonly field: FieldPlace | undefined;
}

interface FieldPlace {
  /** "items" of a list's items. */
  readonly name: string;
  readonly isItem: boolean;
  readonly schema: unknown;
  /** The schema that has it among its `properties`, or as its `items`. */
  readonly around: unknown;
  /** The fields of the whole form, and which of them it is or is in. */
  readonly properties: unknown;
  readonly outermost: string;
  /** The segments from the field to the place. */
  readonly rest: readonly string[];
}

/** What is said of a mistake. */
interface Said {
  readonly message?: string;
  readonly hint: string;
}

/** Answers undefined if the fault is another one. */
type Mistake = (fault: ShapeFault, place: MistakePlace) => Said | undefined;

function placeIn(root: unknown, segments: readonly string[]): MistakePlace {
  return { root, segments, value: valueAt(root, segments), field: fieldAround(root, segments) };
}

/** The field of an example of a plugin is read as one of a config. */
function fieldAround(root: unknown, segments: readonly string[]): FieldPlace | undefined {
  const [first, index, part, ...inside] = segments;
  if (first === "examples" && part === "field" && index !== undefined) {
    const schema = { properties: { field: valueAt(root, [first, index, part]) } };
    return fieldAround({ schema }, ["schema", "properties", "field", ...inside]);
  }
  const start = segments.indexOf("schema") + 1;
  const isField = (at: number) => segments[at] === "properties" && segments[at + 1] !== undefined;
  if (start === 0 || !isField(start)) return undefined;
  let [before, end, isItem] = [start, start + 2, false];
  while (isField(end) || segments[end] === "items") {
    isItem = segments[end] === "items";
    [before, end] = [end, end + (isItem ? 1 : 2)];
  }
  return {
    name: segments[end - 1] ?? "",
    isItem,
    schema: valueAt(root, segments.slice(0, end)),
    around: valueAt(root, segments.slice(0, before)),
    properties: valueAt(root, segments.slice(0, start + 1)),
    outermost: segments[start + 1] ?? "",
    rest: segments.slice(end),
  };
}

/** `"required": true` in a field, as in other formats. */
const requiredField: Mistake = ({ code }, { value, field }) => {
  if (code !== "WRONG_TYPE" || field?.rest.join() !== "required") return undefined;
  if (value === false || value === "false")
    return { hint: 'Remove it: only the fields that a list "required" names must be filled in.' };
  const isText = typeof value === "string";
  if (value !== true && !(isText && ownValue(field.schema, "properties") === undefined)) return undefined;
  if (field.isItem)
    return { hint: 'Remove it. "minItems": 1 beside "items" says that the list must not be empty.' };
  const { name, around } = field;
  return {
    hint: Array.isArray(ownValue(around, "required"))
      ? `Write "${name}" into the list "required" above, before "properties", and remove this.`
      : `Add "required": ["${name}"] above, before "properties", and remove this.`,
  };
};

/** The same of all fields, or of those of an object. */
const requiredFields: Mistake = ({ code }, { segments, root, value, field }) => {
  if (code !== "WRONG_TYPE" || segments.at(-1) !== "required" || field !== undefined) return undefined;
  const properties = ownValue(valueAt(root, segments.slice(0, -1)), "properties");
  const [first] = isObject(properties) ? Object.keys(properties) : [];
  if (first === undefined || typeof value === "string") return undefined;
  return { hint: `Write the names of the fields that must be filled in, such as ["${first}"].` };
};

/** A field that was pasted beside the fields or inside another one. */
const misplacedField: Mistake = ({ code }, { segments, root, value, field }) => {
  if (!isField(value) || (code !== "UNKNOWN_KEY" && code !== "WRONG_TYPE")) return undefined;
  const name = segments.at(-1) ?? "";
  const message = `"${name}" is a field, but fields do not stand here.`;
  const move = (fields: unknown, hint: string) => {
    if (!isObject(fields)) return undefined;
    const isThere = Object.hasOwn(fields, name);
    return { message, hint: isThere ? `Remove it: there is a field "${name}" already.` : hint };
  };
  if (field === undefined) {
    if (code !== "UNKNOWN_KEY") return undefined;
    const schema = segments[0] === "registration" ? ["registration", "schema"] : ["schema"];
    const words = schema.map((one) => `"${one}"`).join(" › ");
    return move(valueAt(root, [...schema, "properties"]), `Move it into the "properties" of ${words}.`);
  }
  if (field.rest.length !== 1 || field.isItem) return undefined;
  const inner = ownValue(field.schema, "properties");
  return inner === undefined
    ? move(ownValue(field.around, "properties"), `Move it out of "${field.name}", behind its closing }.`)
    : move(inner, `Move it into the "properties" of "${field.name}".`);
};

/** Whether a value looks like a field, right or wrong. */
export function isField(value: unknown): boolean {
  return isObject(value) && typeof value.type === "string";
}

/** The list `required`, pasted among the fields that it names. */
const requiredAmongFields: Mistake = ({ code }, { segments, value, field }) => {
  if (code !== "WRONG_TYPE" || field?.rest.length !== 0 || field.isItem) return undefined;
  if (segments.at(-1) !== "required" || !Array.isArray(value)) return undefined;
  const message = '"required" stands among the fields.';
  return ownValue(field.around, "required") === undefined
    ? { message, hint: 'Move it out of "properties", before it.' }
    : { message, hint: 'Write its names into the list "required" before "properties", and remove this one.' };
};

/** Kinds of value that are more than a type. */
type MoreThanType = Exclude<ValueType | NonNullable<FieldSchema["format"]>, FieldSchema["type"]>;

/** The words that people write as the type of each, and what they mean. */
const TYPE_WORDS: Readonly<Record<MoreThanType, readonly [words: readonly string[], writing: string]>> = {
  date: [["date", "day"], '"type": "string", "format": "date"'],
  "date-time": [["datetime", "time", "timestamp", "moment"], '"type": "string", "format": "date-time"'],
  email: [["email", "mail"], '"type": "string", "format": "email"'],
  uri: [["url", "uri", "link", "website"], '"type": "string", "format": "uri"'],
  html: [["html", "richtext"], '"type": "string", "format": "html"'],
  image: [["image", "picture", "photo", "file"], '"type": "object", "image": true'],
  images: [
    ["images", "pictures", "photos", "files"],
    '"type": "array", "items": { "type": "object", "image": true }',
  ],
  choice: [["enum", "choice", "select", "radio", "dropdown"], '"type": "string", "enum": ["…", "…"]'],
  reference: [
    ["reference", "relation", "ref"],
    '"type": "string", "reference": { "entity": "…", "label": "…" }',
  ],
};

const typeInWords: Mistake = ({ code }, { value, field }) => {
  if (code !== "NOT_ALLOWED" || field?.rest.join() !== "type") return undefined;
  const word = String(value).toLowerCase().replace(/[\s-]/g, "");
  const [, writing] = Object.values(TYPE_WORDS).find(([words]) => words.includes(word)) ?? [];
  return writing === undefined ? undefined : { hint: `Write ${writing}.` };
};

/** Parts of a field that have names inside, given as a text or a list. */
const partsOfField: Mistake = ({ code }, { value, field }) => {
  if (code !== "WRONG_TYPE" || field === undefined) return undefined;
  const { schema } = field;
  const choices = ownValue(schema, "enum");
  switch (field.rest.join()) {
    case "messages":
      if (typeof value !== "string") return undefined;
      return { hint: `Write ${inObject([[likelyRule(field), value]])}.` };
    case "labels":
      if (!Array.isArray(value) || !Array.isArray(choices) || value.length !== choices.length)
        return undefined;
      return { hint: `Write ${inObject(choices.map((one, index) => [String(one), value[index]]))}.` };
    case "options":
      if (!Array.isArray(value) || choices !== undefined) return undefined;
      return { hint: 'Write "enum" in place of "options": so the choices of a field are called.' };
    default:
      return choiceWithLabel(field, value);
  }
};

/** A choice and what people read for it, in one object. */
function choiceWithLabel({ rest: [first, index] }: FieldPlace, choice: unknown): Said | undefined {
  if (first !== "enum" || index === undefined || !isObject(choice)) return undefined;
  const value = ownValue(choice, "value") ?? ownValue(choice, "id");
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const label = inObject([[String(value), ownValue(choice, "label") ?? "…"]]);
  const message = `A choice is its value alone; what people read for it stands beside "enum", in "labels": ${label}.`;
  return { message, hint: `Write ${JSON.stringify(value)}.` };
}

function inObject(entries: readonly (readonly [string, unknown])[]): string {
  return `{ ${entries.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(", ")} }`;
}

/** The rule that a message without a name is probably about. */
function likelyRule({ name, schema, around }: FieldPlace): string {
  const required = ownValue(around, "required");
  if (Array.isArray(required) && required.includes(name)) return "required";
  return RULES.find((rule) => rule !== "type" && ownValue(schema, rule) !== undefined) ?? "required";
}

/** A condition, or its test, given as a text. */
const conditionInWords: Mistake = ({ code, expected = "" }, { value, field }) => {
  const [first, index, ...inside] = field?.rest ?? [];
  if (code !== "WRONG_TYPE" || field === undefined || first !== "conditions") return undefined;
  const { properties, outermost } = field;
  const condition = () => exampleCondition(properties, outermost, value);
  if (index === undefined)
    return isObject(value) ? undefined : { hint: `Write a list of conditions, such as [${condition()}].` };
  if (!expected.startsWith("an object")) return undefined;
  if (inside.length === 0) return { hint: `Write a condition, such as ${condition()}.` };
  const test = exampleTest(properties, outermost, value);
  return { hint: `Write a test, such as ${Array.isArray(value) ? `{ "all": [${test}] }` : test}.` };
};

/** Keys of other formats that make a field depend on others. */
const CONDITION_KEYS: ReadonlySet<string> = new Set([
  "showIf",
  "showWhen",
  "showOn",
  "visible",
  "visibleIf",
  "visibleWhen",
  "visibleOn",
  "hidden",
  "hideIf",
  "hiddenIf",
  "dependsOn",
  "when",
  "if",
]);

const conditionUnderOtherKey: Mistake = ({ code }, { value, field }) => {
  const [key = "", ...inside] = field?.rest ?? [];
  if (code !== "UNKNOWN_KEY" || field === undefined || inside.length > 0 || !CONDITION_KEYS.has(key))
    return undefined;
  const message = `"${key}" means nothing here: what a field depends on stands in "conditions".`;
  const example = exampleCondition(field.properties, field.outermost, value);
  return { message, hint: `Write "conditions": [${example}] in place of "${key}".` };
};

/** What a condition does, inside its test. */
const effectInTest: Mistake = ({ code }, { segments, field }) => {
  const key = segments.at(-1) ?? "";
  if (code !== "UNKNOWN_KEY" || field?.rest[0] !== "conditions" || !isEffect(key)) return undefined;
  return segments.at(-2) === "when" ? { hint: 'Move it out of "when", behind its closing }.' } : undefined;
};

/** The first or last day of a date, as numbers have a least and a greatest. */
const boundOfDate: Mistake = ({ code }, { value, field }) => {
  const key = field?.rest.join() ?? "";
  if (code !== "WRONG_TYPE" || (key !== "minimum" && key !== "maximum") || typeof value !== "string")
    return undefined;
  if (ownValue(field?.schema, "type") !== "string") return undefined;
  return { message: `"${key}" is for numbers: dates and other texts have none.`, hint: "Remove it." };
};

/** What people read for a role, without its language. */
const roleLabel: Mistake = ({ code }, { segments: [first, , last, ...rest], root, value }) => {
  if (code !== "WRONG_TYPE" || first !== "roles" || last !== "label" || rest.length > 0) return undefined;
  const language = ownValue(root, "language");
  if (typeof language !== "string" || isObject(value)) return undefined;
  return { hint: `Write ${inObject([[language, typeof value === "string" ? value : "…"]])}.` };
};

/** A text in several languages where there can be only one. */
const severalLanguages: Mistake = ({ code, expected }, { segments, root, value }) => {
  if (code !== "WRONG_TYPE" || expected !== "a text" || !isObject(value)) return undefined;
  const language = ownValue(root, "language");
  const text = typeof language === "string" ? ownValue(value, language) : undefined;
  if (typeof text !== "string") return undefined;
  const message = `"${segments.at(-1)}" is in one language, the "language" of this file.`;
  return { message, hint: `Write ${JSON.stringify(text)}.` };
};

/** The day of a filter as an object with another key than `today`. */
const dayOfFilter: Mistake = ({ code }, { segments, root, value }) => {
  if (code !== "WRONG_TYPE" || segments.at(-1) !== "value" || !isObject(value)) return undefined;
  if (ownValue(valueAt(root, segments.slice(0, -1)), "op") === undefined) return undefined;
  const days = Object.values(value).find((one) => Number.isInteger(one)) ?? 0;
  const message = "An object is what a filter asks for only as a day counted from today.";
  return { message, hint: `Write { "today": ${String(days)} }.` };
};

/** What is searched, without the key that says so. */
const searchInWords: Mistake = ({ code }, { segments, value }) => {
  if (code !== "WRONG_TYPE" || segments.join("/") !== "list/search") return undefined;
  if (typeof value === "string") return { hint: `Write ${inObject([["field", value]])}.` };
  return Array.isArray(value) && value.every((one) => typeof one === "string")
    ? { hint: `Write { "fields": ${JSON.stringify(value)} }.` }
    : undefined;
};

const MISTAKES: readonly Mistake[] = [
  requiredField,
  requiredFields,
  misplacedField,
  requiredAmongFields,
  typeInWords,
  partsOfField,
  conditionInWords,
  conditionUnderOtherKey,
  effectInTest,
  boundOfDate,
  roleLabel,
  severalLanguages,
  dayOfFilter,
  searchInWords,
];

/** A condition whose test stands beside `when`, or in its place, is one mistake, whatever it has of a test. */
function withoutLooseTests(faults: readonly ShapeFault[], root: unknown): ShapeFault[] {
  const loose = new Map<string, string[]>();
  for (const { code, path } of faults) {
    const key = segmentsOf(path).at(-1) ?? "";
    const around = path.slice(0, path.lastIndexOf("/"));
    const [list, index] = segmentsOf(around).slice(-2);
    if (code !== "UNKNOWN_KEY" || list !== "conditions" || !isIndex(index ?? "") || !isTestKey(key)) continue;
    loose.set(around, [...(loose.get(around) ?? []), key]);
  }
  return faults.flatMap((fault) => {
    const { path, missing } = fault;
    const around = path.slice(0, path.lastIndexOf("/"));
    if (missing === "when" && loose.has(path)) return [];
    const keys = loose.get(around);
    if (keys === undefined) return [fault];
    const [first] = keys;
    if (path !== below(around, first ?? ""))
      return keys.includes(segmentsOf(path).at(-1) ?? "") ? [] : [fault];
    const condition = valueAt(root, segmentsOf(around));
    const names = keys.map((key) => `"${key}"`).join(", ");
    const message = `${names} ${keys.length === 1 ? "belongs" : "belong"} inside "when".`;
    const test = inObject(keys.map((key) => [key, ownValue(condition, key)]));
    const hint =
      ownValue(condition, "when") === undefined
        ? `Write "when": ${test} in place of ${names}.`
        : `Move ${names} into "when".`;
    const { meant: _, hint: __, ...rest } = fault;
    return [{ ...rest, message, hint }];
  });
}
