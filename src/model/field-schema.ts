import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Condition } from "./condition.ts";
import { Reference } from "./reference.ts";

const oneOf = <const T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: "string", enum: [...values], description });

export const FIELD_TYPES = ["string", "number", "integer", "boolean", "object", "array"] as const;
export const FORMATS = ["date", "date-time", "email", "uri", "html"] as const;

/** What a field may say beside its nested fields. JSON Schema (draft 7) plus this product's own keywords. */
const own = {
  type: oneOf(FIELD_TYPES, "What kind of value the field holds."),
  title: Type.Optional(Type.String({ description: "The field's label." })),
  description: Type.Optional(Type.String({ description: "A hint, shown under the field." })),
  placeholder: Type.Optional(Type.String({ description: "Shown in the empty field." })),
  default: Type.Optional(
    Type.Unknown({ description: "The value of a new record, and of old records without one." }),
  ),
  enum: Type.Optional(
    Type.Array(Type.Union([Type.String(), Type.Number()]), {
      minItems: 1,
      description: "The only values allowed.",
    }),
  ),
  labels: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: "What people read for each value of `enum`." }),
  ),
  minLength: Type.Optional(Type.Integer({ minimum: 0 })),
  maxLength: Type.Optional(Type.Integer({ minimum: 0 })),
  pattern: Type.Optional(
    Type.String({ description: "A regular expression that the whole rule is: anchor it with ^ and $." }),
  ),
  format: Type.Optional(oneOf(FORMATS, "A text with a form of its own.")),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  multipleOf: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: "0.1 allows one decimal." })),
  minItems: Type.Optional(Type.Integer({ minimum: 0 })),
  maxItems: Type.Optional(Type.Integer({ minimum: 0 })),
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
  width: Type.Optional(oneOf(["short", "medium", "full"], "How wide the field is drawn.")),
  conditions: Type.Optional(
    Type.Array(Condition, {
      description: "Show, require or disable the field depending on others. The last match wins.",
    }),
  ),
  whenHidden: Type.Optional(
    oneOf(["keep", "clear"], "What happens to the value while the field is hidden. Default: keep."),
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
        properties: Type.Optional(Type.Record(Type.String(), This)),
        items: Type.Optional(This),
      },
      { additionalProperties: false },
    ),
  { $id: "FieldSchema" },
);
export type FieldSchema = Static<typeof FieldSchema>;
