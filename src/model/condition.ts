import { type Static, type TSchema, Type } from "@sinclair/typebox";

/** A shape where it stands at a place that has something of its own to say. */
export const described = <S extends TSchema>(shape: S, description: string): S => ({ ...shape, description });

/** A value that a condition can compare with. */
const scalar = (description: string) =>
  Type.Union([Type.String(), Type.Number(), Type.Boolean()], { description });

/**
 * A test of the record being edited. Exactly one of `all`, `any`, `not`, `mode` or `field` is given;
 * `field` goes with exactly one of `is`, `isNot`, `in`, `empty`, `above`, `below`.
 */
export const When = Type.Recursive(
  (This) =>
    Type.Object(
      {
        all: Type.Optional(
          Type.Array(This, { minItems: 1, description: "True when every test in it is true." }),
        ),
        any: Type.Optional(
          Type.Array(This, { minItems: 1, description: "True when at least one test in it is true." }),
        ),
        not: Type.Optional(described(This, "True when the test in it is not.")),
        mode: Type.Optional(
          Type.Unsafe<"create" | "edit">({
            type: "string",
            enum: ["create", "edit"],
            description: "True on the create form, or on the edit form.",
          }),
        ),
        field: Type.Optional(
          Type.String({
            description: "The name of a field of this entity; reach into an object with a dot.",
          }),
        ),
        is: Type.Optional(scalar("True when the field holds exactly this.")),
        isNot: Type.Optional(scalar("True when the field holds anything else, or nothing.")),
        in: Type.Optional(
          Type.Array(scalar("One of them."), {
            minItems: 1,
            description: "True when the field holds one of these.",
          }),
        ),
        empty: Type.Optional(
          Type.Boolean({ description: "true: the field holds nothing. false: it holds something." }),
        ),
        above: Type.Optional(
          Type.Number({ description: "True when the field holds a larger number than this." }),
        ),
        below: Type.Optional(
          Type.Number({ description: "True when the field holds a smaller number than this." }),
        ),
      },
      { additionalProperties: false, description: "When the effect applies." },
    ),
  { $id: "When" },
);
export type When = Static<typeof When>;

/** One rule of a field: while `when` holds, each effect named here replaces what held before it. */
export const Condition = Type.Object(
  {
    when: When,
    show: Type.Optional(Type.Boolean({ description: "Show or hide the field." })),
    require: Type.Optional(
      Type.Boolean({ description: "Whether the field must be filled. A hidden field never must." }),
    ),
    disable: Type.Optional(
      Type.Boolean({
        description:
          "Whether the field can be seen but not changed: it keeps what it held. Of a list, the whole list; a field inside its items stays as it is sent.",
      }),
    ),
  },
  {
    additionalProperties: false,
    description: "While `when` holds, what is named beside it counts instead of what the field says.",
  },
);
export type Condition = Static<typeof Condition>;

/** What the conditions of a field come to for one record. */
export interface FieldState {
  readonly shown: boolean;
  readonly required: boolean;
  readonly disabled: boolean;
}
