import { type Static, Type } from "@sinclair/typebox";
import { closed, described, oneOf, text, yesNo } from "./schema-parts.ts";

/** The keys of a test, of which it has exactly one, and those that go with `field`, of which it has exactly one too. */
export const TESTS = ["all", "any", "not", "mode", "field"] as const;
export const COMPARISONS = ["is", "isNot", "in", "empty", "above", "below"] as const;
/** The keys of a condition beside `when`. */
export const EFFECTS = ["show", "require", "disable"] as const;

/** A value that a condition can compare with. */
const scalar = (description: string) =>
  Type.Union([Type.String(), Type.Number(), Type.Boolean()], { description });

/** A test of the record being edited. */
export const When = Type.Recursive(
  (This) =>
    closed("When the effect applies.", {
      all: Type.Optional(
        Type.Array(This, { minItems: 1, description: "True when every test in it is true." }),
      ),
      any: Type.Optional(
        Type.Array(This, { minItems: 1, description: "True when at least one test in it is true." }),
      ),
      not: Type.Optional(described("True when the test in it is not.", This)),
      mode: Type.Optional(oneOf("True on the create form, or on the edit form.", ["create", "edit"])),
      field: Type.Optional(text("The name of a field of this entity; reach into an object with a dot.")),
      is: Type.Optional(scalar("True when the field holds exactly this.")),
      isNot: Type.Optional(scalar("True when the field holds anything else, or nothing.")),
      in: Type.Optional(
        Type.Array(scalar("One of them."), {
          minItems: 1,
          description: "True when the field holds one of these.",
        }),
      ),
      empty: Type.Optional(yesNo("true: the field holds nothing. false: it holds something.")),
      above: Type.Optional(
        Type.Number({ description: "True when the field holds a larger number than this." }),
      ),
      below: Type.Optional(
        Type.Number({ description: "True when the field holds a smaller number than this." }),
      ),
    }),
  { $id: "When" },
);
export type When = Static<typeof When>;

/** While `when` is true of the record, each effect named here replaces that of the field and of earlier conditions. */
export const FieldCondition = closed(
  "While `when` holds, what is named beside it counts instead of what the field says.",
  {
    when: When,
    show: Type.Optional(
      yesNo(
        "false hides the field; without a condition that hides it, it is shown. true shows it after one that hides it.",
      ),
    ),
    require: Type.Optional(yesNo("Whether the field must be filled. A hidden field never must.")),
    disable: Type.Optional(
      yesNo(
        "Whether the field can be seen but not changed: it keeps its value. Of a list, the whole list; a field inside its items stays as it is sent.",
      ),
    ),
  },
);
export type FieldCondition = Static<typeof FieldCondition>;

/** The outcome of a field's conditions for one record. */
export interface FieldState {
  readonly shown: boolean;
  readonly required: boolean;
  readonly disabled: boolean;
}
