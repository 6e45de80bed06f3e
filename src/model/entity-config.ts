import { type Static, Type } from "@sinclair/typebox";
import { DisplayConfig } from "./display.ts";
import { FieldSchema, FileSchema } from "./field-schema.ts";
import { InverseListConfig, MAX_INVERSE_LISTS } from "./list/inverse-list.ts";
import { MAX_LIST_FILTERS } from "./list/list-filter.ts";
import { ListSort, ListViewConfig, MAX_LIST_VIEWS } from "./list/list-view-config.ts";
import { RightsConfig } from "./rights.ts";
import {
  byName,
  closed,
  described,
  localText,
  oneOf,
  text,
  texts,
  translations,
  yesNo,
} from "./schema-parts.ts";
import { MAX_WEBHOOKS, WebhookConfig } from "./webhook.ts";

const Column = closed(
  "One column.",
  {
    field: text(
      "The field shown: a reference by the title of its record; reach through one, or into an object or list, with dots: parent.name, images.0.",
    ),
    label: Type.Optional(text("The column's heading; without it, the field's label.", { minLength: 1 })),
    cell: Type.Optional(text("How the value is drawn. Without it: as is usual for its type.")),
    options: Type.Optional(byName("Settings for how it is drawn.", Type.Unknown())),
    sortable: Type.Optional(yesNo("Whether the list can be sorted by this column.")),
    hidden: Type.Optional(yesNo("Whether only a view or a person's choice shows the column.")),
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

const ListFilterConfig = closed(
  "One filter.",
  {
    field: text(
      "The field by which the list is narrowed; reach into an object with a dot. createdAt, updatedAt and updatedBy can be named too.",
    ),
    label: Type.Optional(localText("What people read beside it; without it, the field's label.")),
  },
  { $id: "ListFilter" },
);

/** `config/entities/<id>.json`, as written. */
export const EntityConfig = closed(
  "One kind of record: its fields, its form, its list, and who may open them.",
  {
    $schema: Type.Optional(FileSchema),
    label: text("What one record is called."),
    language: text("The language of its screens: one of those in messages.json."),
    permission: text("Who has this permission may open these screens."),
    rights: Type.Optional(RightsConfig),
    endpoints: closed("Where programs reach the records. People never see it.", {
      list: text("The address of the list, below /api.", { pattern: "^/[^*?#]*$" }),
      record: text("The address of one record, below /api. {id} stands for the record.", {
        pattern: "^/[^*?#]*\\{id\\}[^*?#]*$",
      }),
    }),
    listKey: text("The name under which programs find the records in an answer."),
    labelField: Type.Optional(
      text("Which field names a record to people. May be left out where display.title says it."),
    ),
    display: Type.Optional(DisplayConfig),
    menu: closed("The entity's entries in the menu on the left.", {
      label: localText("What people read in the menu."),
      icon: Type.Optional(
        text("The icon beside it: a name of the PrimeIcons without pi-, e.g. tags.", {
          examples: ["tags", "gift"],
        }),
      ),
      create: localText("The menu entry that opens the create form."),
      list: localText("The menu entry that opens the list."),
    }),
    schema: closed("The fields of a record, and what they may hold.", {
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
      rail: Type.Optional(
        texts("Fields that stand beside the others, from top to bottom; on a phone below them."),
      ),
      invalid: Type.Optional(
        closed("The notice when something that was filled in cannot be saved.", {
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
          field: Type.Optional(text("The field that is searched: one that holds a text.")),
          fields: Type.Optional(
            Type.Array(Type.String(), {
              minItems: 1,
              maxItems: 5,
              description:
                "Instead of `field`, several: a record is found if any of them has the text. Reach through a reference with a dot: parent.name.",
            }),
          ),
          placeholder: Type.Optional(text("Shown in the empty search box.")),
        }),
      ),
      filters: Type.Optional(
        Type.Array(Type.Union([Type.String(), ListFilterConfig]), {
          maxItems: MAX_LIST_FILTERS,
          description: "The fields by which people can narrow the list.",
        }),
      ),
      defaultSort: Type.Optional(
        described("How the list is sorted at first. Without it: newest first.", ListSort),
      ),
      views: Type.Optional(
        Type.Array(ListViewConfig, {
          minItems: 1,
          maxItems: MAX_LIST_VIEWS,
          description: "Tabs above the list, each with a filter, an order or columns of its own.",
        }),
      ),
      deleteConfirm: text(
        "The question before deleting. {name} stands for what the field `name` holds, {display.title} for what the record is called.",
      ),
    }),
    referredBy: Type.Optional(
      Type.Array(InverseListConfig, {
        minItems: 1,
        maxItems: MAX_INVERSE_LISTS,
        description: "Who refers to a record, listed below its form: a book's loans.",
      }),
    ),
    webhooks: Type.Optional(
      Type.Array(WebhookConfig, {
        minItems: 1,
        maxItems: MAX_WEBHOOKS,
        description: "Other programs that are told of each change of a record.",
      }),
    ),
    messages: Type.Optional(
      byName("Sentences of messages.json that read differently for this entity.", Type.String()),
    ),
    translations,
  },
  { title: "Entity" },
);
export type EntityConfig = Static<typeof EntityConfig>;
export type ColumnConfig = Static<typeof Column>;
