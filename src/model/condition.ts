import { type Static, Type } from "@sinclair/typebox";

/** A value that a condition can compare with. */
const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);

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
        not: Type.Optional(This),
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
        is: Type.Optional(Scalar),
        isNot: Type.Optional(Scalar),
        in: Type.Optional(Type.Array(Scalar, { minItems: 1 })),
        empty: Type.Optional(
          Type.Boolean({ description: "true: the field holds nothing. false: it holds something." }),
        ),
        above: Type.Optional(Type.Number()),
        below: Type.Optional(Type.Number()),
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
    disable: Type.Optional(Type.Boolean({ description: "Whether the field can be seen but not changed." })),
  },
  { additionalProperties: false },
);
export type Condition = Static<typeof Condition>;

/** What the conditions of a field come to for one record. */
export interface FieldState {
  readonly shown: boolean;
  readonly required: boolean;
  readonly disabled: boolean;
}
