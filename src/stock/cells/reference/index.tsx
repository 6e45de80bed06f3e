import { type CellProps, definePlugin, type Json } from "admin";
import { shownText } from "../../shown-text.ts";
import "../cells.css";
import type { Options, Value } from "./manifest.ts";

/** The value is the record with its shown fields where a column reaches through the reference, else its title, or its `_id`. */
function ReferenceCell({ value, options }: CellProps<Value, Options>) {
  const name = isObject(value) ? new Map(Object.entries(value)).get(options.field) : value;
  if (name === null || name === undefined || name === "") return null;
  return (
    <span className="cell-text" title={shownText(name)}>
      {shownText(name)}
    </span>
  );
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export default definePlugin({ cell: ReferenceCell });
