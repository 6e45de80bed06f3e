import { describe, expect, it } from "vitest";
import shop from "../../../config/messages.json";
import { type FilterWords, filterText } from "../../../src/admin/list/filter/filter-text.ts";
import { makeSay } from "../../../src/admin/messages/say.ts";
import type { ListFilter } from "../../../src/model/list/list-filter.ts";
import { parseListFilter } from "../../../src/wire/list-filter-query.ts";

const FILTERS: readonly ListFilter[] = [
  { field: "sold", label: "Sold", kind: "boolean", mayBeEmpty: true },
  { field: "price", label: "Price", kind: "number", mayBeEmpty: true },
  { field: "day", label: "Day", kind: "date", mayBeEmpty: true },
  { field: "at", label: "At", kind: "date", isMoment: true, mayBeEmpty: true },
  { field: "updatedAt", label: "Changed", kind: "date", isMoment: true, mayBeEmpty: false },
  { field: "by", label: "By", kind: "text", mayBeEmpty: true },
  {
    field: "size",
    label: "Size",
    kind: "choice",
    values: [
      { value: "m", label: "medium" },
      { value: "l", label: "large" },
      { value: 3, label: "huge" },
      { value: "s", label: "small" },
    ],
    mayBeEmpty: false,
  },
];

const words = (language: "en" | "zh-TW"): FilterWords => ({
  say: makeSay(shop[language]),
  language,
  locale: language,
  timeZone: "Asia/Taipei",
  nameOf: (_, id) => id,
});

function textOf(query: string, language: "en" | "zh-TW"): string {
  const { filter, refused } = parseListFilter(new URLSearchParams(query), FILTERS);
  expect(refused).toBeUndefined();
  const asked = FILTERS.find(({ field }) => field === filter[0]?.field);
  if (asked === undefined) throw new Error("no filter");
  return filterText(asked, filter, words(language));
}

describe("a filter in words", () => {
  it.each([
    ["filter[sold]=false", "no", "否"],
    ["filter[sold][empty]=true", "empty", "無"],
    ["filter[sold][empty]=false", "not empty", "有"],
    ["filter[sold]=true", "yes", "是"],
    ["filter[price]=50", "50", "50"],
    ["filter[price]=0.1234567", "0.1234567", "0.1234567"],
    ["filter[price][gte]=1500.5", "from 1,500.5", "1,500.5 以上"],
    ["filter[price][lte]=100", "up to 100", "100 以下"],
    ["filter[price][lte]=100&filter[price][gte]=50", "50 to 100", "50 到 100"],
    ["filter[price][gte]=50&filter[price][empty]=false", "from 50 and not empty", "50 以上和有"],
    ["filter[price][in]=1&filter[price][in]=2", "1 or 2", "1或2"],
    ["filter[size]=m", "medium", "medium"],
    [
      "filter[size][in]=m&filter[size][in]=l&filter[size][in]=s",
      "medium, large, or small",
      "medium、large或small",
    ],
    ["filter[size][in]=m&filter[size][in]=3", "medium or huge", "medium或huge"],
    [
      "filter[size][in]=m&filter[size][in]=l&filter[size][in]=s&filter[size][in]=3",
      "medium, large, small, or 1 more",
      "medium、large、small或其他 1 項",
    ],
    ["filter[by]=ada", "ada", "ada"],
    ["filter[day]=today", "today", "今天"],
    ["filter[day]=today-1", "yesterday", "昨天"],
    ["filter[day][gte]=today-6", "from 6 days ago", "6 天前 起"],
    ["filter[day][gte]=today-6&filter[day][lte]=today", "last 7 days", "近 7 天"],
    ["filter[updatedAt][gte]=today-6", "last 7 days", "近 7 天"],
    ["filter[day][gte]=today-1", "from yesterday", "昨天 起"],
    ["filter[day][gte]=today&filter[day][lte]=today%2B6", "next 7 days", "未來 7 天"],
    ["filter[day][gte]=today&filter[day][lte]=today%2B2", "next 3 days", "未來 3 天"],
    ["filter[day][gte]=today&filter[day][lte]=today%2B1", "today to tomorrow", "今天 到 明天"],
    ["filter[day][gte]=today", "from today", "今天 起"],
    ["filter[updatedAt][gte]=today-2", "last 3 days", "近 3 天"],
    ["filter[updatedAt][gte]=today-1", "from yesterday", "昨天 起"],
    [
      "filter[updatedAt][gte]=today-6&filter[updatedAt][lte]=today-1",
      "6 days ago to yesterday",
      "6 天前 到 昨天",
    ],
    ["filter[day][lte]=today-30", "until 30 days ago", "到 30 天前 為止"],
    ["filter[day][gte]=today-14&filter[day][lte]=today-7", "14 days ago to 7 days ago", "14 天前 到 7 天前"],
    ["filter[day][gte]=2026-11-01", "from Nov 1, 2026", "2026年11月1日 起"],
    ["filter[day][gte]=2026-11-01&filter[day][lte]=2026-11-30", "Nov 1 – 30, 2026", "2026/11/1至2026/11/30"],
    ["filter[day][gte]=2026-11-01&filter[day][lte]=2026-11-01", "Nov 1, 2026", "2026年11月1日"],
    ["filter[day]=2026-11-01", "Nov 1, 2026", "2026年11月1日"],
    ["filter[at][lte]=2026-11-01T20:30:00Z", "until Nov 2, 2026, 4:30 AM", "到 2026年11月2日 凌晨4:30 為止"],
  ])("%s", (query, english, chinese) => {
    const plain = (text: string) => text.replace(/\s/gu, " ");
    expect([plain(textOf(query, "en")), plain(textOf(query, "zh-TW"))]).toEqual([english, chinese]);
  });

  it("a referred record is called by its name, one for whom a choice has no label by its value", () => {
    const reference = { entity: "people", title: [] } as never;
    const by: ListFilter = { field: "by", label: "By", kind: "reference", reference, mayBeEmpty: true };
    const named = { ...words("en"), nameOf: (entity: string, id: string) => `${entity}/${id}` };
    expect(filterText(by, [{ field: "by", op: "eq", value: "p1" }], named)).toBe("people/p1");
    const [size] = FILTERS.slice(-1);
    if (size === undefined) throw new Error("no choice");
    expect(filterText(size, [{ field: "size", op: "eq", value: "xl" }], named)).toBe("xl");
  });

  it("bounds that contradict each other are said as they are", () => {
    expect(textOf("filter[day][gte]=2026-11-30&filter[day][lte]=2026-11-01", "en")).toBe(
      "Nov 30, 2026 to Nov 1, 2026",
    );
  });
});
