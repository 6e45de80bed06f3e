import { type Static, Type } from "@sinclair/typebox";
import { Filter } from "../filter.ts";
import { closed, described, localText, oneOf, text, yesNo } from "../schema-parts.ts";

/** Most views of one list. */
export const MAX_LIST_VIEWS = 20;

/** By what a list is ordered, as config writes it. */
export const ListSort = closed("How the list is sorted.", {
  field: text("The field by which the list is sorted."),
  order: oneOf("asc: smallest, first letter or oldest first. desc: the other way round.", ["asc", "desc"]),
});

export const ListViewConfig = closed(
  "One view: a tab above the list.",
  {
    id: text("Its name in addresses, which people keep: small letters, digits and -.", {
      pattern: "^[a-z0-9][a-z0-9-]*$",
      maxLength: 40,
    }),
    label: localText("What people read on the tab."),
    roles: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description: "The roles that have this view. Without it: everybody who may open the list.",
      }),
    ),
    filter: Type.Optional(described("The records that it shows: all of these conditions must hold.", Filter)),
    sort: Type.Optional(described("How it is sorted at first. Without it: as the list is.", ListSort)),
    columns: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description:
          "Its columns from left to right, hidden ones too, each by the field that it shows. Without it: those of the list.",
      }),
    ),
    default: Type.Optional(yesNo("Whether the list opens with this view.")),
  },
  { $id: "ListView" },
);
export type ListViewConfig = Static<typeof ListViewConfig>;
