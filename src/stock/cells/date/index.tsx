import { type CellColumn, type CellProps, definePlugin, formatAgo, formatTime } from "admin";
import "../cells.css";
import type { Options, Value } from "./manifest.ts";

function DateCell({ value, options, locale, language, timeZone, now }: CellProps<Value, Options>) {
  if (typeof value !== "string") return null;
  const whole = formatTime(value, { dateLocale: locale, timeZone }, options);
  if (whole === undefined) return null;
  const ago = options.relative ? formatAgo(value, now, language) : undefined;
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

/** A day and a minute of two digits each, before noon and after it. */
const WIDEST = ["2028-10-28T10:58:00", "2028-10-28T22:58:00"];

function widestDates({
  options,
  schema,
  locale,
  language,
  timeZone,
}: CellColumn<Options>): readonly string[] {
  const isDay = schema?.format === "date";
  const whole = WIDEST.flatMap(
    (moment) =>
      formatTime(isDay ? moment.slice(0, 10) : moment, { dateLocale: locale, timeZone }, options) ?? [],
  );
  if (!options.relative) return whole;
  const now = Date.parse("2028-10-28T12:00:00Z");
  return [
    ...whole,
    ...[59 * 60, 23 * 3600, 6 * 86_400].flatMap((seconds) => {
      const moment = new Date(now - seconds * 1000).toISOString();
      return formatAgo(moment, now, language) ?? [];
    }),
  ];
}

export default definePlugin({ cell: DateCell, width: widestDates });
