import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { described } from "./condition.ts";
import type { FORMAT_CHECKS } from "./formats.ts";
import type { Json } from "./record.ts";

/**
 * Formats of an option beside those of a text: the config's checks look for what is named, and say "did you mean". A default is
 * not looked for: it may be meant for some uses only, so a plugin must do without the field that it names.
 */
export const NAME_FORMATS = {
  field: "A field of the same entity by its dotted path, such as address.city.",
  "referenced-field": "A field, by its dotted path, of the entity that the field refers to, or its items do.",
  entity: "An entity of the config, by the name of its file.",
} as const;

const FORMAT_WORDS = {
  date: "A day, such as 2026-11-20.",
  "date-time": "A day and a time with its zone.",
  email: "An e-mail address.",
  uri: "An address of a page, such as https://example.com.",
  ...NAME_FORMATS,
} as const satisfies Record<keyof typeof FORMAT_CHECKS | keyof typeof NAME_FORMATS, string>;

const TYPES = ["string", "number", "integer", "boolean", "array", "object"] as const;
const AnyJson = Type.Unsafe<Json>(Type.Unknown());

const limit = (description: string) => Type.Optional(Type.Number({ description }));
const count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));

const own = {
  title: Type.Optional(Type.String({ minLength: 1, description: "What people read beside the option." })),
  description: Type.Optional(
    Type.String({ minLength: 1, description: "What it does, with its unit; what it does without it." }),
  ),
  type: Type.Optional(
    Type.Unsafe<(typeof TYPES)[number]>({
      type: "string",
      enum: [...TYPES],
      description: "The kind of value; of several, anyOf.",
    }),
  ),
  default: Type.Optional(described(AnyJson, "The value where the config gives none.")),
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
  pattern: Type.Optional(Type.String({ description: "A regular expression that the text must fit." })),
  format: Type.Optional(
    Type.Unsafe<keyof typeof FORMAT_WORDS>({
      type: "string",
      enum: Object.keys(FORMAT_WORDS),
      enumDescriptions: Object.values(FORMAT_WORDS),
      description: "A text with a form of its own.",
    }),
  ),
  minimum: limit("The smallest number allowed."),
  maximum: limit("The largest number allowed."),
  exclusiveMinimum: limit("The number must be more than this."),
  exclusiveMaximum: limit("The number must be less than this."),
  multipleOf: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: "0.1 allows one decimal." })),
  minItems: count("Fewest items of a list."),
  maxItems: count("Most items of a list."),
  uniqueItems: Type.Optional(Type.Boolean({ description: "No two items of the list may be the same." })),
  required: Type.Optional(
    Type.Array(Type.String(), { description: "For an object: which of its parts must be given." }),
  ),
} satisfies Record<string, TSchema>;

/** One option of a plugin, or a part of one: the keywords of JSON Schema (draft 7) that every tool here understands. */
export const OptionSchema = Type.Recursive(
  (This) =>
    Type.Object(
      {
        ...own,
        items: Type.Optional(described(This, "For a list: what each of its items is.")),
        properties: Type.Optional(
          Type.Record(Type.String(), This, { description: "For an object: its parts by name." }),
        ),
        additionalProperties: Type.Optional(
          Type.Union([Type.Boolean(), This], {
            description:
              "For an object: what further parts may be, with names that whoever writes the config gives. Without it, there are none.",
          }),
        ),
        anyOf: Type.Optional(
          Type.Array(This, { minItems: 2, description: "In place of a type: several kinds of value." }),
        ),
      },
      {
        additionalProperties: false,
        description: "An option: JSON Schema with a title, a description, and a default or examples.",
      },
    ),
  { $id: "OptionSchema" },
);
export type OptionSchema = Static<typeof OptionSchema>;

/**
 * An option as any reader of JSON Schema understands it: an object has no parts but its own unless its schema says so, and
 * the formats that only the config's checks know are left out.
 */
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
