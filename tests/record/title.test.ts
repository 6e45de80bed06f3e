import { describe, expect, it } from "vitest";
import type { Display, Template } from "../../src/model/display.ts";
import { badgesOf, fieldsNamed, filledTemplate, recordTitle, splitTemplate } from "../../src/record/title.ts";

const TAIPEI = { dateLocale: "zh-TW", timeZone: "Asia/Taipei" };

describe("splitTemplate", () => {
  it("takes a text without braces as the path of one field", () => {
    expect(splitTemplate("pet.name")).toEqual([{ field: "pet.name" }]);
  });
  it("finds the fields between the texts", () => {
    expect(splitTemplate("No. {number}: {pet.name}")).toEqual([
      "No. ",
      { field: "number" },
      ": ",
      { field: "pet.name" },
    ]);
    expect(fieldsNamed("{a}{b}")).toEqual(["a", "b"]);
  });
  it("leaves a brace without a partner in the text, where the check finds it", () => {
    expect(splitTemplate("{a} {b")).toEqual([{ field: "a" }, " {b"]);
  });
});

const VISIT: Template = [
  { field: "pet.name", valueType: "string" },
  ", ",
  { field: "date", valueType: "date" },
];

describe("recordTitle", () => {
  const titled = (title: Template) => ({ display: { title } });
  const record = { _id: "7", pet: { _id: "1", name: "Momo" }, date: "2026-11-20" };

  it("reaches through what list answers have in place of references", () => {
    expect(recordTitle(titled(VISIT), record, TAIPEI)).toBe("Momo, 2026/11/20");
  });
  it("writes a dash for one value that is missing, and the _id where all are", () => {
    expect(recordTitle(titled(VISIT), { ...record, pet: null }, TAIPEI)).toBe("–, 2026/11/20");
    expect(recordTitle(titled(VISIT), { ...record, pet: null, date: "" }, TAIPEI)).toBe("7");
    expect(recordTitle(titled(VISIT), { ...record, pet: "1", date: null }, TAIPEI)).toBe("7");
  });
  it("writes numbers, moments and choices as cells do, in the time zone of the business", () => {
    const title: Template = [
      { field: "price", valueType: "number" },
      " ",
      { field: "at", valueType: "date-time" },
      " ",
      { field: "size", valueType: "choice", labels: { L: "大杯" } },
      " ",
      { field: "other", valueType: "choice", labels: {} },
    ];
    const shown = { _id: "1", price: 1234.5, at: "2026-11-20T18:30:00.000Z", size: "L", other: 2 };
    expect(recordTitle(titled(title), shown, TAIPEI).replaceAll(/\s/gu, " ")).toBe(
      "1,234.5 2026/11/21 上午02:30 大杯 2",
    );
    const london = { dateLocale: "en-GB", timeZone: "Europe/London" };
    expect(recordTitle(titled(title), shown, london).replaceAll(/\s/gu, " ")).toBe(
      "1,234.5 20/11/2026, 18:30 大杯 2",
    );
  });
  it("is no value of Object.prototype, and never throws for a stored value of another type", () => {
    const title: Template = [{ field: "constructor", valueType: "string" }];
    expect(recordTitle(titled(title), { _id: "1" }, TAIPEI)).toBe("1");
    for (const value of [true, ["x"], { x: 1 }, null])
      expect(filledTemplate([{ field: "a", valueType: "date" }], { a: value }, TAIPEI)).toBeUndefined();
    expect(filledTemplate([{ field: "a", valueType: "date" }], { a: "soon" }, TAIPEI)).toBe("soon");
  });
});

describe("badgesOf", () => {
  const badges: Display["badges"] = [
    { field: "selling", is: true, label: "on", tone: "good" },
    { field: "selling", is: false, label: "off", tone: "neutral" },
    { field: "scores.level", is: "high", label: "High", tone: "danger" },
  ];
  it.each([
    [{ selling: true }, ["on"]],
    [{ selling: false, scores: { level: "high" } }, ["off", "High"]],
    [{ selling: null, scores: null }, []],
    [{ selling: "true" }, []],
  ])("%j", (record, labels) => {
    expect(badgesOf({ badges }, record).map(({ label }) => label)).toEqual(labels);
  });
});
