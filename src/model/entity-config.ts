import { type Static, Type } from "@sinclair/typebox";
import { FieldSchema } from "./field-schema.ts";

const closed = { additionalProperties: false } as const;
const Texts = Type.Record(Type.String(), Type.String());

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
  { ...closed, $id: "Column" },
);

/** One tab of the form. A row is one field, or two or three that belong side by side. */
const Tab = Type.Object(
  {
    label: Type.Optional(Type.String({ description: "May be left out when the form has one tab." })),
    fields: Type.Array(Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 2, maxItems: 3 })])),
  },
  closed,
);

/** `config/entities/<id>.json`, as written. */
export const EntityConfig = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    label: Type.String({ description: "What one record is called." }),
    language: Type.String({ description: "The language of this entity's screens: a key of messages.json." }),
    permission: Type.String({ description: "The permission that opens these screens and calls." }),
    endpoints: Type.Object(
      {
        list: Type.String({ pattern: "^/", description: "Path below /api of the list and of creating." }),
        record: Type.String({
          pattern: "^/.*\\{id\\}",
          description: "Path below /api of one record, with {id}.",
        }),
      },
      closed,
    ),
    listKey: Type.String({ description: "The key of the array in the list's answer." }),
    labelField: Type.String({ description: "Which field names a record to people." }),
    menu: Type.Object(
      {
        label: Type.String(),
        icon: Type.Optional(Type.String({ description: "A PrimeIcons name without pi-, e.g. tags." })),
        create: Type.String({ description: "The menu entry that opens the create form." }),
        list: Type.String({ description: "The menu entry that opens the list." }),
      },
      closed,
    ),
    schema: Type.Object(
      {
        type: Type.Literal("object"),
        required: Type.Optional(Type.Array(Type.String())),
        properties: Type.Record(Type.String(), FieldSchema),
      },
      { ...closed, description: "JSON Schema of the record's fields." },
    ),
    form: Type.Object(
      {
        title: Type.Object({ create: Type.String(), edit: Type.String() }, closed),
        tabs: Type.Optional(Type.Array(Tab, { minItems: 1 })),
        invalid: Type.Optional(
          Type.Object(
            {
              severity: Type.Unsafe<"error" | "warning">({ type: "string", enum: ["error", "warning"] }),
              message: Type.String(),
            },
            { ...closed, description: "The toast that an invalid save shows." },
          ),
        ),
      },
      closed,
    ),
    list: Type.Object(
      {
        title: Type.String(),
        columns: Type.Array(Column, { minItems: 1 }),
        search: Type.Optional(
          Type.Object({ field: Type.String(), placeholder: Type.Optional(Type.String()) }, closed),
        ),
        defaultSort: Type.Optional(
          Type.Object(
            {
              field: Type.String(),
              order: Type.Unsafe<"asc" | "desc">({ type: "string", enum: ["asc", "desc"] }),
            },
            { ...closed, description: "Without it: newest first." },
          ),
        ),
        deleteConfirm: Type.String({
          description: "The question before deleting; {name} style placeholders are fields.",
        }),
      },
      closed,
    ),
    messages: Type.Optional({
      ...Texts,
      description: "Sentences of messages.json that read differently for this entity.",
    } as typeof Texts),
  },
  { ...closed, title: "Entity" },
);
export type EntityConfig = Static<typeof EntityConfig>;
export type ColumnConfig = Static<typeof Column>;
export type TabConfig = Static<typeof Tab>;
