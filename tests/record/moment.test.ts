import { afterEach, describe, expect, it } from "vitest";
import { formatMoment } from "../../src/record/moment.ts";

const OWN_ZONE = process.env.TZ;
afterEach(() => {
  if (OWN_ZONE === undefined) delete process.env.TZ;
  else process.env.TZ = OWN_ZONE;
});

const MOMENT = "2026-03-04T15:06:00.000Z";
const written = (timeZone: string) => formatMoment(MOMENT, { dateLocale: "en-GB", timeZone });

describe.each(["UTC", "America/New_York", "Pacific/Kiritimati"])("on a computer in %s", (zone) => {
  it.each([
    ["UTC", "4 Mar 2026, 15:06"],
    ["Asia/Taipei", "4 Mar 2026, 23:06"],
    ["Pacific/Auckland", "5 Mar 2026, 04:06"],
  ])("a moment is written in %s", (timeZone, text) => {
    process.env.TZ = zone;
    // Else this would prove nothing.
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    expect(written(timeZone)).toBe(text);
  });
});
