/** How the config writes times: `config.app`, and the view of it in browsers. */
export interface TimeStyle {
  readonly dateLocale: string;
  readonly timeZone: string;
}

/** A stored moment as people read it: in the business's time zone, never that of a server or a browser. */
export function formatMoment(moment: string, { dateLocale, timeZone }: TimeStyle): string {
  const format = new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium", timeStyle: "short", timeZone });
  return format.format(new Date(moment));
}

const DAY = /^\d{4}-\d\d-\d\d$/;

interface TimeParts {
  /** Whether a moment shows its time of day. */
  readonly time?: boolean;
  /** Whether the clock has 12 hours, else 24. Without it, as the locale has it. */
  readonly hour12?: boolean;
}

/** A stored day or moment as lists write it: year, month, day and time; undefined for any other text. */
export function formatTime(
  value: string,
  { dateLocale, timeZone }: TimeStyle,
  { time = true, hour12 }: TimeParts = {},
): string | undefined {
  const at = Date.parse(value);
  if (Number.isNaN(at)) return undefined;
  const isDay = DAY.test(value);
  const format = new Intl.DateTimeFormat(dateLocale, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    // A day is parsed as UTC, so it is written in UTC.
    timeZone: isDay ? "UTC" : timeZone,
    ...(isDay || !time ? {} : { hour: "2-digit", minute: "2-digit" }),
    // With `hour12: true`, some locales write half past twelve as 00:30 PM.
    ...(hour12 === undefined ? {} : { hourCycle: hour12 ? "h12" : "h23" }),
  });
  return format.format(at);
}

const STEPS: readonly (readonly [unit: "second" | "minute" | "hour" | "day", seconds: number])[] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
/** Older moments are written as days: "23 days ago" would have to be counted back. */
const MAX_DAYS = 7;

/** How long ago a moment is: "3 minutes ago"; undefined for one that is a week away or more, or no moment. */
export function formatAgo(moment: string, now: number, locale: string): string | undefined {
  const seconds = Math.trunc((Date.parse(moment) - now) / 1000);
  if (Number.isNaN(seconds) || Math.abs(seconds) >= MAX_DAYS * 86_400) return undefined;
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  const format = new Intl.RelativeTimeFormat(locale, { numeric: unit === "second" ? "auto" : "always" });
  // Seconds are not counted: what is shown changes once a minute.
  return format.format(unit === "second" ? 0 : Math.trunc(seconds / size), unit);
}
