import { FORMAT_CHECKS } from "../model/formats.ts";

/** Days of the calendar as `2026-11-23`, and times of clocks as `2026-11-23T09:30`: which moments they are in a time zone. */

const DAY_MS = 86_400_000;
/** No place is further from UTC. */
const MAX_OFFSET_MS = 26 * 3_600_000;

export const isDay = FORMAT_CHECKS.date;

/** The day that a moment falls on. */
export function dayOf(moment: Date, timeZone: string): string {
  const local = moment.getTime() + offsetAt(moment.getTime(), formatOf(timeZone));
  return new Date(local).toISOString().slice(0, 10);
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Its first moment, in UTC: not always midnight, where clocks are changed then. */
export function beginningOf(day: string, timeZone: string): string {
  return new Date(firstOf(Date.parse(`${day}T00:00:00Z`), timeZone)).toISOString();
}

/** Its last millisecond, in UTC. */
export function endOf(day: string, timeZone: string): string {
  const next = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
  return new Date(firstOf(next, timeZone) - 1).toISOString();
}

/** What clocks show at a moment, with its seconds where it has some: what a `datetime-local` input takes. */
export function clockTime(moment: Date, timeZone: string): string {
  const local = new Date(moment.getTime() + offsetAt(moment.getTime(), formatOf(timeZone))).toISOString();
  return local.replace(/(?::00)?\.000Z$|Z$/, "");
}

/** The moment, in UTC, at which clocks show a time: of two the first, and where they skip it the one at which they go on. */
export function momentAt(time: string, timeZone: string): string {
  return new Date(firstOf(Date.parse(`${time}Z`), timeZone)).toISOString();
}

/** The first second at which clocks show this time or a later one. */
function firstOf(local: number, timeZone: string): number {
  const format = formatOf(timeZone);
  let [before, at] = [local - MAX_OFFSET_MS, local + MAX_OFFSET_MS];
  const offset = offsetAt(before, format);
  // The clocks of a place are changed at most once within these days.
  if (offset === offsetAt(at, format)) return local - offset;
  while (at - before > 1000) {
    const middle = before + Math.floor((at - before) / 2000) * 1000;
    if (middle + offsetAt(middle, format) >= local) at = middle;
    else before = middle;
  }
  return at;
}

/** By time zone, of which a config has one: to make one takes longer than to use it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  return format;
}

/** By how much clocks are ahead of UTC: `GMT+08:00`, `GMT-00:01:15`, `GMT`. */
function offsetAt(moment: number, format: Intl.DateTimeFormat): number {
  const name = format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0", seconds = "0"] =
    /([+-])(\d+)(?::(\d+))?(?::(\d+))?$/.exec(name) ?? [];
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -ms : ms;
}
