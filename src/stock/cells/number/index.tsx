import { type CellColumn, type CellProps, definePlugin } from "admin";
import "../cells.css";
import type { Options, Value } from "./manifest.ts";

function NumberCell({ value, options, locale }: CellProps<Value, Options>) {
  if (typeof value !== "number") return null;
  const { decimals } = options;
  const text = written(value, options, locale, {
    maximumFractionDigits: decimals ?? 20,
    minimumFractionDigits: decimals ?? 0,
  });
  return (
    <span className="cell-number" title={text}>
      {text}
    </span>
  );
}

function written(
  value: number,
  { unit, grouping }: Options,
  locale: string,
  digits: Intl.NumberFormatOptions,
): string {
  const text = new Intl.NumberFormat(locale, { ...digits, useGrouping: grouping }).format(value);
  return unit === undefined ? text : `${text} ${unit}`;
}

/** Where the field has no largest number: seven digits. */
const USUAL = 1_234_567;

function widestNumber({ options, schema, locale }: CellColumn<Options>): readonly string[] {
  const decimals = options.decimals ?? (schema?.type === "integer" ? 0 : 2);
  const digits = { maximumFractionDigits: decimals, minimumFractionDigits: decimals };
  return [written(schema?.maximum ?? USUAL, options, locale, digits)];
}

export default definePlugin({ cell: NumberCell, align: "end", width: widestNumber });
