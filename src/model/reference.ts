import { type Static, Type } from "@sinclair/typebox";

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
