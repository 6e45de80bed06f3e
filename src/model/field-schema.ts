import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { FieldCondition } from "./condition.ts";
import type { FORMAT_CHECKS } from "./formats.ts";
import { byName, closed, described, oneOfExplained, text, texts, yesNo } from "./schema-parts.ts";

/** Marks a text field as the `_id` of a record of another (or the same) entity. */
export const Reference = closed(
  "For a text: the field is a record of another entity, or of this one, that is chosen from its list.",
  {
    entity: text("The entity referred to: the name of its file without .json."),
    label: Type.Optional(
      text("Which field of that entity names the record to people. Without it: its own title."),
    ),
    fields: Type.Optional(
      texts(
        "Further fields that whoever edits this field may read of the referred records, permission or not.",
      ),
    ),
    tree: Type.Optional(yesNo("For a reference to the same entity: never itself, and no cycles.")),
  },
);
export type Reference = Static<typeof Reference>;

/** The `$schema` of a file, by which an editor finds its published schema. The program ignores it. */
export const FileSchema = text(
  "Where your editor finds the explanations and checks that it shows. Leave it as it is.",
);

const TYPE_WORDS = {
  string: "A text; also a date, an address of a page, or a record of another entity.",
  number: "A number, with decimals or without.",
  integer: "A whole number.",
  boolean: "Yes or no.",
  object: "Several fields under one heading; or an image.",
  array: "A list; or several images.",
} as const;
/** The formats of text that options of plugins have too. */
export const TEXT_FORMAT_WORDS = {
  date: "A day, such as 2026-11-20.",
  "date-time": "A day and a time with its zone.",
  email: "An e-mail address.",
  uri: "An address of a page, such as https://example.com.",
} as const satisfies Record<keyof typeof FORMAT_CHECKS, string>;
const FORMAT_WORDS = { ...TEXT_FORMAT_WORDS, html: "Formatted text." } as const;

export const FIELD_TYPES = Object.keys(TYPE_WORDS) as (keyof typeof TYPE_WORDS)[];
export const FORMATS = Object.keys(FORMAT_WORDS) as (keyof typeof FORMAT_WORDS)[];

const count = (description: string, example: number) =>
  Type.Optional(Type.Integer({ minimum: 0, description, examples: [example] }));

/** The keywords of a field but those of its nested fields: JSON Schema (draft 7) and our own. */
const own = {
  type: oneOfExplained("What kind of value the field holds.", TYPE_WORDS),
  title: Type.Optional(text("The field's label: what people read beside it.", { minLength: 1 })),
  description: Type.Optional(text("A hint, shown under the field.")),
  placeholder: Type.Optional(text("Shown in the empty field.")),
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
  labels: Type.Optional(byName("What people read for each value of `enum`.", Type.String({ minLength: 1 }))),
  minLength: count("Fewest characters of a text.", 3),
  maxLength: count("Most characters of a text.", 100),
  pattern: Type.Optional(
    text(
      "A pattern that the text must fit (a regular expression); ^ and $ are its start and end. ^[0-9]{4}$ is four digits.",
      { examples: ["^[0-9]{4}$"] },
    ),
  ),
  format: Type.Optional(oneOfExplained("A text with a form of its own.", FORMAT_WORDS)),
  minimum: Type.Optional(Type.Number({ description: "The smallest number allowed.", examples: [0] })),
  maximum: Type.Optional(Type.Number({ description: "The largest number allowed.", examples: [100] })),
  multipleOf: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: "0.1 allows one decimal." })),
  minItems: count("Fewest items of a list.", 1),
  maxItems: count("Most items of a list.", 5),
  uniqueBy: Type.Optional(
    text("For a list whose items have fields: no two may have the same value in this one."),
  ),
  required: Type.Optional(texts("For several fields under one heading: which of them must be filled.")),
  unique: Type.Optional(yesNo("No two records may have the same value.")),
  reference: Type.Optional(Reference),
  image: Type.Optional(yesNo("An uploaded image. It needs no fields of its own.")),
  equals: Type.Optional(text("The value must equal that of this other field.")),
  writeOnly: Type.Optional(yesNo("Stored, but never shown again: a password.")),
  formOnly: Type.Optional(yesNo("Exists in the form alone: neither sent nor stored.")),
  widget: Type.Optional(
    text("With what the field is filled in. Without it: with what is usual for its type."),
  ),
  options: Type.Optional(byName("Settings for how it is filled in.", Type.Unknown())),
  width: Type.Optional(
    oneOfExplained("How wide the field is drawn. Without it: as wide as what goes in it.", {
      short: "A number or a code.",
      medium: "A name.",
      full: "As wide as the form.",
    }),
  ),
  conditions: Type.Optional(
    Type.Array(FieldCondition, {
      description:
        "Show, require or disable the field depending on others. The last condition that is true decides.",
    }),
  ),
  whenHidden: Type.Optional(
    oneOfExplained("What happens to the value while the field is hidden. Without it: keep.", {
      keep: "It stays and comes back with the field.",
      clear: "It is emptied.",
    }),
  ),
  messages: Type.Optional(
    byName(
      "The sentence for each rule that can be broken: required, minLength, maximum, … {limit}, {value} and {label} are filled in.",
      Type.String({ minLength: 1 }),
    ),
  ),
} satisfies Record<string, TSchema>;

export const FieldSchema = Type.Recursive(
  (This) =>
    closed("One field: what it holds, what people read, which rules its value must keep.", {
      ...own,
      properties: Type.Optional(byName("For several fields under one heading: those fields, by name.", This)),
      items: Type.Optional(described("For a list: what each of its items is.", This)),
    }),
  { $id: "FieldSchema" },
);
export type FieldSchema = Static<typeof FieldSchema>;
