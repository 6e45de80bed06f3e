import { type CellProps, definePlugin } from "admin";
import "../cells.css";
import type { Options, Value } from "./manifest.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;

function DateCell({ value, options, locale, timeZone }: CellProps<Value, Options>) {
  if (typeof value !== "string" || Number.isNaN(Date.parse(value))) return null;
  const isDay = DAY.test(value);
  const format = new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    // A day is parsed as UTC, so it is written in UTC.
    timeZone: isDay ? "UTC" : timeZone,
    ...(isDay || !options.time ? {} : { hour: "2-digit", minute: "2-digit", hour12: options.hour12 }),
  });
  return (
    <time className="cell-date" dateTime={value}>
      {format.format(new Date(value))}
    </time>
  );
}

export default definePlugin({ cell: DateCell, width: "medium" });
