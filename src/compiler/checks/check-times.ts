import type { Fault } from "../../model/problem.ts";
import { isLanguage } from "../manifest/check-plugin-messages.ts";
import { nearest } from "../report/nearest.ts";
import type { Check } from "../written-config.ts";

/** Every server and browser can write times in the locale and the time zone of `app.json`. */
export const checkTimes: Check = ({ app }) => {
  if (app === undefined) return;
  const { dateLocale, timeZone } = app.value;
  if (!isLanguage(dateLocale) || Intl.DateTimeFormat.supportedLocalesOf(dateLocale).length === 0) {
    const message = `"${dateLocale}" is no tag of a language or country, by which dates are written.`;
    const hint = 'Write a tag such as "zh-TW" or "en-GB", with a hyphen.';
    app.report("/dateLocale", "BAD_VALUE", { message, found: `"${dateLocale}"`, hint });
  }
  if (timeZone !== undefined && !isTimeZone(timeZone))
    app.report("/timeZone", "UNKNOWN_TIME_ZONE", unknownZone(timeZone));
};

/** Not abbreviations, which some engines know: to them CST is Chicago. */
function isTimeZone(name: string): boolean {
  if (name !== "UTC" && !name.includes("/")) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** People know the city, but not its continent: `Taipei`. */
function unknownZone(name: string): Fault {
  const zones = ["UTC", ...Intl.supportedValuesOf("timeZone")];
  const written = name.trim().replaceAll(/\s+/g, "_");
  const city = nearest(cityOf(written), zones.map(cityOf));
  const meant = nearest(written, zones) ?? zones.find((zone) => cityOf(zone) === city);
  const fault = { message: `There is no time zone "${name}".`, found: `"${name}"` };
  return meant === undefined ? fault : { ...fault, meant };
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1);
}
