import { type CellProps, definePlugin } from "admin";
import "../cells.css";

interface NumberOptions {
  readonly decimals?: number;
  readonly unit?: string;
}

function NumberCell({ value, options, locale }: CellProps<number, NumberOptions>) {
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
