import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Condition, described } from "./condition.ts";

/** Marks a text field as the `_id` of a record of another (or the same) entity. */
export const Reference = Type.Object(
  {
    entity: Type.String({ description: "The entity referred to: the name of its file without .json." }),
    label: Type.String({ description: "Which field of that entity names the record to people." }),
    fields: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "Further fields that whoever edits this field may read of the referred records, permission or not.",
      }),
    ),
    tree: Type.Optional(
      Type.Boolean({ description: "For a reference to the same entity: never itself, never in a ring." }),
    ),
  },
  {
    additionalProperties: false,
    description:
      "For a text: the field is a record of another entity, or of this one, that is chosen from its list.",
  },
);
export type Reference = Static<typeof Reference>;

/** The key by which an editor finds a file's published schema. It changes nothing in what the file means. */
export const FileSchema = Type.String({
  description: "Where your editor finds the explanations and checks that it shows. Leave it as it is.",
});

/** One of several words, each with what it means: editors show that beside the word. */
const oneOf = <const T extends string>(words: Readonly<Record<T, string>>, description: string) =>
  Type.Unsafe<T>({
    type: "string",
    enum: Object.keys(words),
    enumDescriptions: Object.values(words),
    description,
  });

const TYPE_WORDS = {
  string: "A text; also a date, an address of a page, or a record of another entity.",
  number: "A number, with decimals or without.",
  integer: "A whole number.",
  boolean: "Yes or no.",
  object: "Several fields under one heading; or an image.",
  array: "A list; or several images.",
} as const;
const FORMAT_WORDS = {
  date: "A day, such as 2026-11-20.",
  "date-time": "A day and a time.",
  email: "An e-mail address.",
  uri: "An address of a page, such as https://example.com.",
  html: "Formatted text.",
} as const;

export const FIELD_TYPES = Object.keys(TYPE_WORDS) as (keyof typeof TYPE_WORDS)[];
export const FORMATS = Object.keys(FORMAT_WORDS) as (keyof typeof FORMAT_WORDS)[];

/** What a field may say beside its nested fields. JSON Schema (draft 7) plus this product's own keywords. */
const own = {
  type: oneOf(TYPE_WORDS, "What kind of value the field holds."),
  title: Type.Optional(Type.String({ description: "The field's label: what people read beside it." })),
  description: Type.Optional(Type.String({ description: "A hint, shown under the field." })),
  placeholder: Type.Optional(Type.String({ description: "Shown in the empty field." })),
  default: Type.Optional(
    Type.Unknown({ description: "The value of a new record, and of old records without one." }),
  ),
  enum: Type.Optional(
    Type.Array(Type.Union([Type.String(), Type.Number()]), {
      minItems: 1,
      maxItems: 1000,
      description: "The only values allowed.",
    }),
  ),
  labels: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: "What people read for each value of `enum`." }),
  ),
  minLength: Type.Optional(
    Type.Integer({ minimum: 0, description: "Fewest characters of a text.", examples: [3] }),
  ),
  maxLength: Type.Optional(
    Type.Integer({ minimum: 0, description: "Most characters of a text.", examples: [100] }),
  ),
  pattern: Type.Optional(
    Type.String({
      description:
        "A regular expression that the text must fit; ^ and $ are its start and end. ^[0-9]{4}$ is four digits.",
      examples: ["^[0-9]{4}$"],
    }),
  ),
  format: Type.Optional(oneOf(FORMAT_WORDS, "A text with a form of its own.")),
  minimum: Type.Optional(Type.Number({ description: "The smallest number allowed.", examples: [0] })),
  maximum: Type.Optional(Type.Number({ description: "The largest number allowed.", examples: [100] })),
  multipleOf: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: "0.1 allows one decimal." })),
  minItems: Type.Optional(
    Type.Integer({ minimum: 0, description: "Fewest items of a list.", examples: [1] }),
  ),
  maxItems: Type.Optional(Type.Integer({ minimum: 0, description: "Most items of a list.", examples: [5] })),
  uniqueBy: Type.Optional(
    Type.String({ description: "For a list of objects: no two may have the same value in this field." }),
  ),
  required: Type.Optional(
    Type.Array(Type.String(), { description: "For an object: which of its fields must be filled." }),
  ),
  unique: Type.Optional(Type.Boolean({ description: "No two records may have the same value." })),
  reference: Type.Optional(Reference),
  image: Type.Optional(
    Type.Boolean({
      description: "The object is an uploaded image (fileName, imgUrl, expiresAt); it needs no properties.",
    }),
  ),
  equals: Type.Optional(Type.String({ description: "The value must equal that of this other field." })),
  writeOnly: Type.Optional(Type.Boolean({ description: "Stored, never answered: a password." })),
  formOnly: Type.Optional(
    Type.Boolean({ description: "Exists in the form alone: neither sent nor stored." }),
  ),
  widget: Type.Optional(
    Type.String({ description: "Which widget edits the field; without it, the default for its type." }),
  ),
  options: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: "The widget's options." }),
  ),
  width: Type.Optional(
    oneOf(
      { short: "A number or a code.", medium: "A name.", full: "As wide as the form." },
      "How wide the field is drawn. Without it: as wide as what goes in it.",
    ),
  ),
  conditions: Type.Optional(
    Type.Array(Condition, {
      description: "Show, require or disable the field depending on others. The last match wins.",
    }),
  ),
  whenHidden: Type.Optional(
    oneOf(
      { keep: "It stays and comes back with the field.", clear: "It is emptied." },
      "What happens to the value while the field is hidden. Without it: keep.",
    ),
  ),
  messages: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        "The sentence for each rule that can be broken: required, minLength, maximum, … {limit}, {value} and {label} are filled in.",
    }),
  ),
} satisfies Record<string, TSchema>;

export const FieldSchema = Type.Recursive(
  (This) =>
    Type.Object(
      {
        ...own,
        properties: Type.Optional(
          Type.Record(Type.String(), This, { description: "For an object: its fields by name." }),
        ),
        items: Type.Optional(described(This, "For a list: what each of its items is.")),
      },
      {
        additionalProperties: false,
        description: "One field: what it holds, what people read, which rules its value must keep.",
      },
    ),
  { $id: "FieldSchema" },
);
export type FieldSchema = Static<typeof FieldSchema>;
