import type { Template } from "../display.ts";
import type { FieldSchema } from "../field-schema.ts";
import type { FilterOp } from "../filter.ts";
import { type ValueType, valueType } from "../value-type.ts";

/** What a filter of a list asks for. `text`: a whole text. `filled`: only whether there is something. */
export type ListFilterKind = "choice" | "boolean" | "reference" | "number" | "date" | "text" | "filled";

/** A filter that a list offers. */
export interface ListFilter {
  /** Dotted into objects; `createdAt`, `updatedAt` and `updatedBy` too. */
  readonly field: string;
  readonly label: string;
  readonly kind: ListFilterKind;
  /** Of a date: whether it is a moment, of which a day is a part. */
  readonly isMoment?: true;
  /** Of a choice. */
  readonly values?: readonly { readonly value: string | number; readonly label: string }[];
  /** Where a reference leads to, and what names a record there. */
  readonly reference?: { readonly entity: string; readonly label: string; readonly title: Template };
  readonly mayBeEmpty: boolean;
}

/** Most filters of one list. */
export const MAX_LIST_FILTERS = 10;

/** The conditions that each kind allows. */
export const OPS_OF_KIND: Readonly<Record<ListFilterKind, readonly FilterOp[]>> = {
  choice: ["eq", "in", "empty"],
  boolean: ["eq", "empty"],
  reference: ["eq", "in", "empty"],
  number: ["eq", "in", "gte", "lte", "empty"],
  date: ["eq", "gte", "lte", "empty"],
  text: ["eq", "in", "empty"],
  filled: ["empty"],
};

const KINDS: Readonly<Record<ValueType, ListFilterKind>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
  choice: "choice",
  reference: "reference",
  date: "date",
  "date-time": "date",
  object: "filled",
  array: "filled",
  html: "filled",
  image: "filled",
  images: "filled",
};

/** A filter by a text that may be longer only asks whether there is one: nobody types such a text to find it. */
export const MAX_TEXT_LENGTH = 200;

export function filterKind(schema: FieldSchema): ListFilterKind {
  const kind = KINDS[valueType(schema)];
  return kind === "text" && (schema.maxLength ?? Number.POSITIVE_INFINITY) > MAX_TEXT_LENGTH
    ? "filled"
    : kind;
}

/** Whether a shorter `maxLength` would let a filter ask for the text itself. */
export function isLongText(schema: FieldSchema | undefined): boolean {
  return schema !== undefined && valueType(schema) === "string" && filterKind(schema) === "filled";
}

/** The system's fields that can be filtered by. */
export const SYSTEM_FILTERS = {
  createdAt: { kind: "date", isMoment: true, mayBeEmpty: false },
  updatedAt: { kind: "date", isMoment: true, mayBeEmpty: false },
  updatedBy: { kind: "text", mayBeEmpty: true },
} as const satisfies Readonly<Record<string, Partial<ListFilter>>>;
