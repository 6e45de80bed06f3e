import type { FieldSchema } from "./field-schema.ts";
import type { ValueType } from "./value-type.ts";

/** All that the program knows of a keyword of a field. */
export interface Keyword {
  /** The types of field that may have it. */
  readonly types: readonly FieldSchema["type"][] | "any";
  /**
   * What checks a value by it: the compiled JSON Schema; our code from the value alone ("value") or from the record
   * ("record"); the server, which asks the store. "nothing": it is no rule.
   */
  readonly checkedBy: "schema" | "value" | "record" | "server" | "nothing";
  /** The kinds of value in which typing can break it; a choice from a list cannot. */
  readonly typed: readonly ValueType[] | "any";
  /** The keyword whose number must not be below this one's. */
  readonly atMost: "maxLength" | "maximum" | "maxItems" | undefined;
  /** Whether widgets get it (`WidgetRules`). */
  readonly drawn: boolean;
}

/** A row for each name: a name without a row does not compile, nor a row without a column. */
export type KeywordTable<Name extends string> = Readonly<Record<Name, Keyword>>;

const TEXT = ["string", "date", "date-time"] as const;
const ANY_TEXT = [...TEXT, "html"] as const;
const NUMBER = ["number", "integer"] as const;
const LIST = ["array", "images"] as const;

/** A keyword that is no rule. */
const about = <const Types extends Keyword["types"]>(types: Types) =>
  ({ types, checkedBy: "nothing", typed: [], atMost: undefined, drawn: false }) as const;

/** Every keyword of a field, the rules first, in the order in which broken ones are reported. */
export const KEYWORDS = {
  required: { types: ["object"], checkedBy: "record", typed: "any", atMost: undefined, drawn: false },
  type: { types: "any", checkedBy: "schema", typed: [], atMost: undefined, drawn: false },
  enum: { types: ["string", ...NUMBER], checkedBy: "schema", typed: [], atMost: undefined, drawn: true },
  format: { types: ["string"], checkedBy: "schema", typed: TEXT, atMost: undefined, drawn: true },
  minLength: { types: ["string"], checkedBy: "schema", typed: ANY_TEXT, atMost: "maxLength", drawn: true },
  maxLength: { types: ["string"], checkedBy: "schema", typed: ANY_TEXT, atMost: undefined, drawn: true },
  pattern: { types: ["string"], checkedBy: "schema", typed: TEXT, atMost: undefined, drawn: false },
  minimum: { types: NUMBER, checkedBy: "schema", typed: NUMBER, atMost: "maximum", drawn: true },
  maximum: { types: NUMBER, checkedBy: "schema", typed: NUMBER, atMost: undefined, drawn: true },
  multipleOf: { types: NUMBER, checkedBy: "schema", typed: NUMBER, atMost: undefined, drawn: true },
  minItems: { types: ["array"], checkedBy: "schema", typed: LIST, atMost: "maxItems", drawn: true },
  maxItems: { types: ["array"], checkedBy: "schema", typed: LIST, atMost: undefined, drawn: true },
  uniqueBy: { types: ["array"], checkedBy: "value", typed: LIST, atMost: undefined, drawn: true },
  equals: { types: "any", checkedBy: "record", typed: "any", atMost: undefined, drawn: false },
  reference: { types: ["string"], checkedBy: "server", typed: [], atMost: undefined, drawn: false },
  /** A key of `reference`, not of the field. */
  tree: { types: ["string"], checkedBy: "server", typed: ["reference"], atMost: undefined, drawn: false },
  image: { types: ["object"], checkedBy: "server", typed: [], atMost: undefined, drawn: false },
  unique: { types: ["string"], checkedBy: "server", typed: "any", atMost: undefined, drawn: false },
  title: about("any"),
  description: about("any"),
  placeholder: about("any"),
  default: about("any"),
  labels: { ...about("any"), drawn: true },
  writeOnly: about(["string"]),
  formOnly: about("any"),
  widget: about("any"),
  options: about("any"),
  width: about("any"),
  conditions: about("any"),
  whenHidden: about("any"),
  messages: about("any"),
  properties: about(["object"]),
  items: about(["array"]),
} as const satisfies KeywordTable<keyof FieldSchema | "tree">;

type KeywordName = keyof typeof KEYWORDS;

/** The keywords whose row has this value in the column. */
type Where<Column extends keyof Keyword, Value> = {
  [Name in KeywordName]: (typeof KEYWORDS)[Name][Column] extends Value ? Name : never;
}[KeywordName];

const KEYWORD_NAMES = Object.keys(KEYWORDS) as readonly KeywordName[];

/** A keyword that a value can break. */
export type Rule = Exclude<KeywordName, Where<"checkedBy", "nothing">>;
export const RULES = KEYWORD_NAMES.filter(isRule);

export function isRule(name: string): name is Rule {
  const table: KeywordTable<string> = KEYWORDS;
  return Object.hasOwn(table, name) && table[name]?.checkedBy !== "nothing";
}

/** A rule that JSON Schema checks. */
type SchemaRule = Where<"checkedBy", "schema">;
export const SCHEMA_RULES = KEYWORD_NAMES.filter(
  (name): name is SchemaRule => KEYWORDS[name].checkedBy === "schema",
);

/** A rule that needs the value alone. */
export type ValueRule = Where<"checkedBy", "schema" | "value">;

type DrawnKeyword = Where<"drawn", true>;
export const DRAWN_KEYWORDS = KEYWORD_NAMES.filter((name): name is DrawnKeyword => KEYWORDS[name].drawn);

/** Pairs of keywords: the number of the first must not be above that of the second. */
export const LIMIT_PAIRS = KEYWORD_NAMES.filter(
  (name): name is Where<"atMost", string> => KEYWORDS[name].atMost !== undefined,
).map((least) => [least, KEYWORDS[least].atMost] as const);
