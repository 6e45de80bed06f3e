import { type Static, Type } from "@sinclair/typebox";
import { FieldSchema, FileSchema } from "./field-schema.ts";
import { byName, closed, oneOf, text, texts, yesNo } from "./schema-parts.ts";

const Column = closed(
  "One column.",
  {
    field: text(
      "The field shown; reach through a reference or into an object or list with dots: parent.name, images.0.",
    ),
    label: Type.Optional(text("The column's heading; without it, the field's label.")),
    cell: Type.Optional(text("Which cell shows the value; without it, the default for its type.")),
    options: Type.Optional(byName("The cell's options.", Type.Unknown())),
    sortable: Type.Optional(yesNo("Whether the list can be sorted by this column.")),
  },
  { $id: "Column" },
);

/** One tab of the form. A row is one field, or two or three that belong side by side. */
const Tab = closed("One tab.", {
  label: Type.Optional(text("May be left out when the form has one tab.")),
  fields: Type.Array(Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 2, maxItems: 3 })]), {
    description:
      'The fields by name, from top to bottom; two or three that stand side by side in brackets: ["name", ["price", "size"]]. A field that no tab names stands at the end of the last.',
  }),
});

/** `config/entities/<id>.json`, as written. */
export const EntityConfig = closed(
  "One kind of record: its fields, its form, its list, and who may open them.",
  {
    $schema: Type.Optional(FileSchema),
    label: text("What one record is called."),
    language: text("The language of this entity's screens: a key of messages.json."),
    permission: text("The permission that opens these screens and calls."),
    endpoints: closed("Where programs reach the records. People never see it.", {
      list: text("Path below /api of the list and of creating.", { pattern: "^/[^*?#]*$" }),
      record: text("Path below /api of one record, with {id}.", { pattern: "^/[^*?#]*\\{id\\}[^*?#]*$" }),
    }),
    listKey: text("The key of the array in the list's answer."),
    labelField: text("Which field names a record to people."),
    menu: closed("The entity's entries in the menu on the left.", {
      label: text("What people read in the menu."),
      icon: Type.Optional(text("A PrimeIcons name without pi-, e.g. tags.", { examples: ["tags", "gift"] })),
      create: text("The menu entry that opens the create form."),
      list: text("The menu entry that opens the list."),
    }),
    schema: closed("JSON Schema of the record's fields.", {
      type: Type.Literal("object", { description: "Always object: a record is a set of fields." }),
      required: Type.Optional(texts("The fields that must be filled, by name.")),
      properties: byName(
        "The fields by name. The name is for programs and never changes: what is stored goes by it. What people read is the field's title.",
        FieldSchema,
      ),
    }),
    form: closed("The screen on which a record is made and changed.", {
      title: closed("The form's headings.", {
        create: text("Heading of the form for a new record."),
        edit: text("Heading of the form for a stored one."),
      }),
      tabs: Type.Optional(
        Type.Array(Tab, {
          minItems: 1,
          description: "How the form is laid out. Without it: one field below the other, in one tab.",
        }),
      ),
      invalid: Type.Optional(
        closed("The toast that an invalid save shows.", {
          severity: oneOf("How it looks.", ["error", "warning"]),
          message: text("What it says."),
        }),
      ),
    }),
    list: closed("The screen that lists the records.", {
      title: text("Heading of the list."),
      columns: Type.Array(Column, { minItems: 1, description: "The columns, from left to right." }),
      search: Type.Optional(
        closed("The search box above the list. Without it there is none.", {
          field: text("The field that is searched: one that holds a text."),
          placeholder: Type.Optional(text("Shown in the empty search box.")),
        }),
      ),
      defaultSort: Type.Optional(
        closed("How the list is sorted at first. Without it: newest first.", {
          field: text("The field by which the list is sorted."),
          order: oneOf("asc: smallest, first letter or oldest first. desc: the other way round.", [
            "asc",
            "desc",
          ]),
        }),
      ),
      deleteConfirm: text("The question before deleting; {name} style placeholders are fields."),
    }),
    messages: Type.Optional(
      byName("Sentences of messages.json that read differently for this entity.", Type.String()),
    ),
  },
  { title: "Entity" },
);
export type EntityConfig = Static<typeof EntityConfig>;
export type ColumnConfig = Static<typeof Column>;
export type TabConfig = Static<typeof Tab>;
