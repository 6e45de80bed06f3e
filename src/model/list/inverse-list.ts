import { type Static, Type } from "@sinclair/typebox";
import { closed, described, localText, text, yesNo } from "../schema-parts.ts";
import { ListSort } from "./list-view-config.ts";

/** Most inverse lists of one entity: each is a request of its own when a record is opened. */
export const MAX_INVERSE_LISTS = 8;

export const InverseListConfig = closed(
  "Records of one entity that refer to the record, listed below its form.",
  {
    entity: text("The entity whose records refer to these."),
    field: text("Its field that refers to these; into an object with a dot."),
    label: Type.Optional(localText("The heading; without it, the heading of that entity's list.")),
    columns: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description:
          "Columns of that entity's list from left to right, hidden ones too, each by the field that it shows. Without it: those of its list, but for the reference itself.",
      }),
    ),
    sort: Type.Optional(
      described("How it is sorted at first, by a sortable column. Without it: as that list is.", ListSort),
    ),
    create: Type.Optional(
      yesNo("Whether a new one can be made from here, with the reference filled in. Without it: yes."),
    ),
  },
  { $id: "InverseList" },
);
export type InverseListConfig = Static<typeof InverseListConfig>;

/** An inverse list, complete. */
export interface InverseList {
  readonly entity: string;
  /** Dotted into objects. */
  readonly field: string;
  readonly label: string;
  /** By the fields that they show. */
  readonly columns: readonly string[];
  readonly sort?: { readonly field: string; readonly order: "asc" | "desc" };
  readonly create: boolean;
}
