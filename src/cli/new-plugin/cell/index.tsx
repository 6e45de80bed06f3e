import { type CellProps, definePlugin } from "admin";
import type { Options, Value } from "./manifest.ts";
import "./new-cell.css";

/** The number, and under it a bar for those who look over the column. */
function NewCell({ value, options: { whole }, locale, message }: CellProps<Value, Options>) {
  if (typeof value !== "number") return null;
  const { format } = new Intl.NumberFormat(locale);
  const share = Math.min(1, Math.max(0, value / whole));
  return (
    <span
      className="plugin-new-cell-cell"
      title={message("share", { value: format(value), whole: format(whole) })}
    >
      {format(value)}
      <span className="plugin-new-cell-cell-whole" aria-hidden="true">
        <span className="plugin-new-cell-cell-share" style={{ inlineSize: `${100 * share}%` }} />
      </span>
    </span>
  );
}

export default definePlugin({ cell: NewCell, align: "end", width: "narrow" });
