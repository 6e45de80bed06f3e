import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { TEXT_FORMAT_WORDS } from "./field-schema.ts";
import {
  AnyJson,
  byName,
  closed,
  described,
  oneOf,
  oneOfExplained,
  text,
  texts,
  yesNo,
} from "./schema-parts.ts";

/**
 * Formats of options that name something in the config. The config's checks report a name that does not exist. Defaults are
 * not checked, since an entity may lack the field: a plugin must work without it.
 */
export const NAME_FORMATS = {
  field: "A field of the same entity by its dotted path, such as address.city.",
  "referenced-field": "A field, by its dotted path, of the entity that the field refers to, or its items do.",
  entity: "An entity of the config, by the name of its file.",
  choice: "One of the values of the field's enum.",
} as const;

const limit = (description: string) => Type.Optional(Type.Number({ description }));
const count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));

const own = {
  title: Type.Optional(text("What people read beside the option.", { minLength: 1 })),
  description: Type.Optional(text("What it does, with its unit; what it does without it.", { minLength: 1 })),
  type: Type.Optional(
    oneOf("The kind of value; of several, anyOf.", [
      "string",
      "number",
      "integer",
      "boolean",
      "array",
      "object",
    ]),
  ),
  default: Type.Optional(described("The value where the config gives none.", AnyJson)),
  examples: Type.Optional(
    Type.Array(AnyJson, {
      minItems: 1,
      description: "Values that could be written, the most telling first.",
    }),
  ),
  enum: Type.Optional(
    Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
      minItems: 1,
      description: "The only values allowed.",
    }),
  ),
  minLength: count("Fewest characters of a text."),
  maxLength: count("Most characters of a text."),
  pattern: Type.Optional(text("A regular expression that the text must match.")),
  format: Type.Optional(
    oneOfExplained("A text with a form of its own.", { ...TEXT_FORMAT_WORDS, ...NAME_FORMATS }),
  ),
  minimum: limit("The smallest number allowed."),
  maximum: limit("The largest number allowed."),
  exclusiveMinimum: limit("The number must be more than this."),
  exclusiveMaximum: limit("The number must be less than this."),
  multipleOf: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: "0.1 allows one decimal." })),
  minItems: count("Fewest items of a list."),
  maxItems: count("Most items of a list."),
  uniqueItems: Type.Optional(yesNo("No two items of the list may be the same.")),
  required: Type.Optional(texts("For an object: which of its parts must be given.")),
} satisfies Record<string, TSchema>;

/** One option of a plugin, or a part of one: the keywords of JSON Schema (draft 7) that all our tools read. */
export const OptionSchema = Type.Recursive(
  (This) =>
    closed("An option: JSON Schema with a title, a description, and a default or examples.", {
      ...own,
      items: Type.Optional(described("For a list: what each of its items is.", This)),
      properties: Type.Optional(byName("For an object: its parts by name.", This)),
      additionalProperties: Type.Optional(
        Type.Union([Type.Boolean(), This], {
          description:
            "For an object: what further parts may be, with names that whoever writes the config gives. Without it, there are none.",
        }),
      ),
      anyOf: Type.Optional(
        Type.Array(This, { minItems: 2, description: "In place of a type: several kinds of value." }),
      ),
    }),
  { $id: "OptionSchema" },
);
export type OptionSchema = Static<typeof OptionSchema>;

/** An option in standard JSON Schema: objects are closed unless they say otherwise, and `NAME_FORMATS` are left out. */
export function plainOption({ format, ...schema }: OptionSchema): OptionSchema {
  const { items, properties, additionalProperties: more, anyOf } = schema;
  const isText = format !== undefined && !Object.hasOwn(NAME_FORMATS, format);
  return {
    ...schema,
    ...(isText ? { format } : {}),
    ...(items === undefined ? {} : { items: plainOption(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(plainOption) }),
    ...(properties === undefined ? {} : { properties: plainOptions(properties) }),
    ...(typeof more === "object" ? { additionalProperties: plainOption(more) } : {}),
    ...(more === undefined && schema.type === "object" ? { additionalProperties: false } : {}),
  };
}

export function plainOptions(options: Readonly<Record<string, OptionSchema>>): Record<string, OptionSchema> {
  return Object.fromEntries(Object.entries(options).map(([name, schema]) => [name, plainOption(schema)]));
}
