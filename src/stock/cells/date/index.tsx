import { type CellProps, definePlugin, formatAgo, formatTime } from "admin";
import "../cells.css";
import type { Options, Value } from "./manifest.ts";

function DateCell({ value, options, locale, timeZone, now }: CellProps<Value, Options>) {
  if (typeof value !== "string") return null;
  const whole = formatTime(value, { dateLocale: locale, timeZone }, options);
  if (whole === undefined) return null;
  const ago = options.relative ? formatAgo(value, now, locale) : undefined;
  if (ago === undefined)
    return (
      <time className="cell-date" dateTime={value}>
        {whole}
      </time>
    );
  return (
    <time className="cell-date" dateTime={value} title={whole}>
      <span aria-hidden="true">{ago}</span>
      <span className="unseen">{whole}</span>
    </time>
  );
}

export default definePlugin({ cell: DateCell, width: "medium" });
