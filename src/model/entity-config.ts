import { type Static, Type } from "@sinclair/typebox";
import { FieldSchema, FileSchema } from "./field-schema.ts";

const closed = { additionalProperties: false } as const;

const Column = Type.Object(
  {
    field: Type.String({
      description:
        "The field shown; reach through a reference or into an object or list with dots: parent.name, images.0.",
    }),
    label: Type.Optional(
      Type.String({ description: "The column's heading; without it, the field's label." }),
    ),
    cell: Type.Optional(
      Type.String({ description: "Which cell shows the value; without it, the default for its type." }),
    ),
    options: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "The cell's options." }),
    ),
    sortable: Type.Optional(Type.Boolean({ description: "Whether the list can be sorted by this column." })),
  },
  { ...closed, $id: "Column", description: "One column." },
);

/** One tab of the form. A row is one field, or two or three that belong side by side. */
const Tab = Type.Object(
  {
    label: Type.Optional(Type.String({ description: "May be left out when the form has one tab." })),
    fields: Type.Array(Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 2, maxItems: 3 })]), {
      description:
        'The fields by name, from top to bottom; two or three that stand side by side in brackets: ["name", ["price", "size"]]. A field that no tab names stands at the end of the last.',
    }),
  },
  { ...closed, description: "One tab." },
);

/** `config/entities/<id>.json`, as written. */
export const EntityConfig = Type.Object(
  {
    $schema: Type.Optional(FileSchema),
    label: Type.String({ description: "What one record is called." }),
    language: Type.String({ description: "The language of this entity's screens: a key of messages.json." }),
    permission: Type.String({ description: "The permission that opens these screens and calls." }),
    endpoints: Type.Object(
      {
        list: Type.String({
          pattern: "^/[^*?#]*$",
          description: "Path below /api of the list and of creating.",
        }),
        record: Type.String({
          pattern: "^/[^*?#]*\\{id\\}[^*?#]*$",
          description: "Path below /api of one record, with {id}.",
        }),
      },
      { ...closed, description: "Where programs reach the records. People never see it." },
    ),
    listKey: Type.String({ description: "The key of the array in the list's answer." }),
    labelField: Type.String({ description: "Which field names a record to people." }),
    menu: Type.Object(
      {
        label: Type.String({ description: "What people read in the menu." }),
        icon: Type.Optional(
          Type.String({
            description: "A PrimeIcons name without pi-, e.g. tags.",
            examples: ["tags", "gift"],
          }),
        ),
        create: Type.String({ description: "The menu entry that opens the create form." }),
        list: Type.String({ description: "The menu entry that opens the list." }),
      },
      { ...closed, description: "The entity's entries in the menu on the left." },
    ),
    schema: Type.Object(
      {
        type: Type.Literal("object", { description: "Always object: a record is a set of fields." }),
        required: Type.Optional(
          Type.Array(Type.String(), { description: "The fields that must be filled, by name." }),
        ),
        properties: Type.Record(Type.String(), FieldSchema, {
          description:
            "The fields by name. The name is for programs and never changes: what is stored goes by it. What people read is the field's title.",
        }),
      },
      { ...closed, description: "JSON Schema of the record's fields." },
    ),
    form: Type.Object(
      {
        title: Type.Object(
          {
            create: Type.String({ description: "Heading of the form for a new record." }),
            edit: Type.String({ description: "Heading of the form for a stored one." }),
          },
          { ...closed, description: "The form's headings." },
        ),
        tabs: Type.Optional(
          Type.Array(Tab, {
            minItems: 1,
            description: "How the form is laid out. Without it: one field below the other, in one tab.",
          }),
        ),
        invalid: Type.Optional(
          Type.Object(
            {
              severity: Type.Unsafe<"error" | "warning">({
                type: "string",
                enum: ["error", "warning"],
                description: "How it looks.",
              }),
              message: Type.String({ description: "What it says." }),
            },
            { ...closed, description: "The toast that an invalid save shows." },
          ),
        ),
      },
      { ...closed, description: "The screen on which a record is made and changed." },
    ),
    list: Type.Object(
      {
        title: Type.String({ description: "Heading of the list." }),
        columns: Type.Array(Column, { minItems: 1, description: "The columns, from left to right." }),
        search: Type.Optional(
          Type.Object(
            {
              field: Type.String({ description: "The field that is searched: one that holds a text." }),
              placeholder: Type.Optional(Type.String({ description: "Shown in the empty search box." })),
            },
            { ...closed, description: "The search box above the list. Without it there is none." },
          ),
        ),
        defaultSort: Type.Optional(
          Type.Object(
            {
              field: Type.String({ description: "The field by which the list is sorted." }),
              order: Type.Unsafe<"asc" | "desc">({
                type: "string",
                enum: ["asc", "desc"],
                description: "asc: smallest, first letter or oldest first. desc: the other way round.",
              }),
            },
            { ...closed, description: "How the list is sorted at first. Without it: newest first." },
          ),
        ),
        deleteConfirm: Type.String({
          description: "The question before deleting; {name} style placeholders are fields.",
        }),
      },
      { ...closed, description: "The screen that lists the records." },
    ),
    messages: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: "Sentences of messages.json that read differently for this entity.",
      }),
    ),
  },
  {
    ...closed,
    title: "Entity",
    description: "One kind of record: its fields, its form, its list, and who may open them.",
  },
);
export type EntityConfig = Static<typeof EntityConfig>;
export type ColumnConfig = Static<typeof Column>;
export type TabConfig = Static<typeof Tab>;
