import { type CellProps, definePlugin } from "admin";
import "../cells.css";
import type { Options, Value } from "./manifest.ts";

function NumberCell({ value, options, locale }: CellProps<Value, Options>) {
  if (typeof value !== "number") return null;
  const { decimals, unit } = options;
  const format = new Intl.NumberFormat(locale, {
    maximumFractionDigits: decimals ?? 20,
    ...(decimals === undefined ? {} : { minimumFractionDigits: decimals }),
  });
  return (
    <span className="cell-number">
      {format.format(value)}
      {unit !== undefined && ` ${unit}`}
    </span>
  );
}

export default definePlugin({ cell: NumberCell, align: "end", width: "narrow" });
