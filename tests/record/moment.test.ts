import { afterEach, describe, expect, it, test } from "vitest";
import { formatAgo, formatMoment, formatTime } from "../../src/record/moment.ts";

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

describe("formatTime", () => {
  const taipei = { dateLocale: "zh-TW", timeZone: "Asia/Taipei" };
  it.each([
    ["2026-11-20", {}, "2026/11/20"],
    ["2026-11-20T18:30:00.000Z", {}, "2026/11/21 上午02:30"],
    ["2026-11-20T18:30:00.000Z", { hour12: false }, "2026/11/21 02:30"],
    ["2026-11-20T18:30:00.000Z", { time: false }, "2026/11/21"],
    ["soon", {}, undefined],
  ])("%s %j", (value, parts, text) => {
    expect(formatTime(value, taipei, parts)?.replaceAll(/\s/gu, " ")).toBe(text);
  });
});

test.each([
  ["de-DE", undefined, "29.11.2026, 00:30"],
  ["en-US", undefined, "11/29/2026, 12:30 AM"],
  ["de-DE", true, "29.11.2026, 12:30 AM"],
  ["en-US", false, "11/29/2026, 00:30"],
])(
  "half past midnight is written as %s has it, unless hours are asked for: %j",
  (dateLocale, hour12, text) => {
    const style = { dateLocale, timeZone: "UTC" };
    const written = formatTime("2026-11-29T00:30:00Z", style, hour12 === undefined ? {} : { hour12 });
    expect(written?.replaceAll(/\s/gu, " ")).toBe(text);
  },
);

describe("formatAgo", () => {
  const NOW = Date.parse("2026-11-20T12:00:00.000Z");
  it.each([
    ["2026-11-20T11:59:50.000Z", "現在"],
    ["2026-11-20T11:59:00.000Z", "1 分鐘前"],
    ["2026-11-20T11:56:01.000Z", "3 分鐘前"],
    ["2026-11-20T10:00:00.000Z", "2 小時前"],
    ["2026-11-17T10:00:00.000Z", "3 天前"],
    ["2026-11-13T12:00:01.000Z", "6 天前"],
    ["2026-11-13T12:00:00.000Z", undefined],
    ["2026-11-20T12:05:00.000Z", "5 分鐘後"],
    ["soon", undefined],
  ])("%s", (moment, text) => {
    expect(formatAgo(moment, NOW, "zh-TW")).toBe(text);
  });

  it("writes each language's own words", () => {
    expect(formatAgo("2026-11-20T11:57:00.000Z", NOW, "en")).toBe("3 minutes ago");
    expect(formatAgo("2026-11-20T11:59:59.000Z", NOW, "en")).toBe("now");
  });
});
