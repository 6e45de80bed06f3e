import type { RecordData } from "admin";
import { describe, expect, it } from "vitest";
import { cities, type District, districtsOf, matches } from "./districts.ts";
import type { Options } from "./manifest.ts";
import server from "./server.ts";

const all = cities.flatMap((city) => (districtsOf(city) ?? []).map((district) => ({ city, ...district })));
const islands = new Set(["290", "817", "819"]);
/** What other clients write in place of a county. */
const islandGroups = ["釣魚臺", "南海島"];

/** How many districts the Ministry of the Interior counts in each. */
const counted = {
  臺北市: 12,
  基隆市: 7,
  新北市: 29,
  宜蘭縣: 12,
  新竹市: 3,
  新竹縣: 13,
  桃園市: 13,
  苗栗縣: 18,
  臺中市: 29,
  彰化縣: 26,
  南投縣: 13,
  嘉義市: 2,
  嘉義縣: 18,
  雲林縣: 20,
  臺南市: 37,
  高雄市: 38,
  屏東縣: 33,
  臺東縣: 16,
  花蓮縣: 13,
  澎湖縣: 6,
  金門縣: 6,
  連江縣: 4,
};

describe("the data", () => {
  it("has 22 cities and counties with as many districts as each has, 368 in all", () => {
    const counties = cities.filter((city) => !islandGroups.includes(city));
    const found = counties.map((city) => [
      city,
      (districtsOf(city) ?? []).filter(({ zip }) => !islands.has(zip)).length,
    ]);
    expect(Object.fromEntries(found)).toEqual(counted);
    expect(counties).toHaveLength(22);
    expect(all.filter(({ zip }) => !islands.has(zip))).toHaveLength(368);
  });

  it("has the three islands of the post: in their counties, and as other clients write them", () => {
    expect(all.filter(({ zip }) => islands.has(zip))).toEqual([
      { city: "宜蘭縣", name: "釣魚臺", zip: "290" },
      { city: "釣魚臺", name: "釣魚臺", zip: "290" },
      { city: "高雄市", name: "東沙群島", zip: "817" },
      { city: "高雄市", name: "南沙群島", zip: "819" },
      { city: "南海島", name: "東沙群島", zip: "817" },
      { city: "南海島", name: "南沙群島", zip: "819" },
    ]);
  });

  it("gives each district a zip code of its own, but one to all of 新竹市 and of 嘉義市", () => {
    const holders = new Map<string, string[]>();
    for (const { city, name, zip } of all) {
      expect(zip).toMatch(/^[1-9]\d\d$/);
      holders.set(zip, [...(holders.get(zip) ?? []), city + name]);
    }
    expect([...holders].filter(([zip, names]) => names.length > 1 && !islands.has(zip))).toEqual([
      ["300", ["新竹市東區", "新竹市北區", "新竹市香山區"]],
      ["600", ["嘉義市東區", "嘉義市西區"]],
    ]);
  });

  it("names a district once in its city, in ascending order of zip codes", () => {
    for (const city of cities) {
      const districts = districtsOf(city) ?? [];
      expect(new Set(districts.map(({ name }) => name)).size).toBe(districts.length);
      expect(districts.map(({ zip }) => zip)).toEqual(districts.map(({ zip }) => zip).sort());
    }
  });

  it("calls districts of cities 區, those of counties 鄉, 鎮 or 市, and writes 臺", () => {
    for (const { city, name, zip } of all) {
      if (!islands.has(zip)) expect(city + name).toMatch(city.endsWith("市") ? /區$/ : /[鄉鎮市]$/);
      expect(city + name).not.toContain("台");
    }
  });

  /** The first digit is the post's region. */
  it.each([
    ["臺北市", /^1/],
    ["基隆市", /^20/],
    ["新北市", /^2/],
    ["宜蘭縣", /^2[679]/],
    ["連江縣", /^2[01]/],
    ["新竹市", /^300$/],
    ["新竹縣", /^3[01]/],
    ["桃園市", /^3[23]/],
    ["苗栗縣", /^3[56]/],
    ["臺中市", /^4/],
    ["彰化縣", /^5[0-3]/],
    ["南投縣", /^5[45]/],
    ["嘉義市", /^600$/],
    ["嘉義縣", /^6[012]/],
    ["雲林縣", /^6[345]/],
    ["臺南市", /^7/],
    ["高雄市", /^8[0-5]/],
    ["澎湖縣", /^88/],
    ["金門縣", /^89/],
    ["屏東縣", /^9[0-4]/],
    ["臺東縣", /^9[56]/],
    ["花蓮縣", /^9[78]/],
  ])("keeps the zip codes of %s in its region", (city, region) => {
    for (const { zip } of districtsOf(city) ?? []) expect(zip).toMatch(region);
  });

  it.each([
    ["臺北市", "中正區", "100"],
    ["臺北市", "文山區", "116"],
    ["基隆市", "七堵區", "206"],
    ["新北市", "板橋區", "220"],
    ["新北市", "淡水區", "251"],
    ["宜蘭縣", "宜蘭市", "260"],
    ["新竹縣", "竹北市", "302"],
    ["桃園市", "桃園區", "330"],
    ["苗栗縣", "頭份市", "351"],
    ["臺中市", "西屯區", "407"],
    ["臺中市", "大安區", "439"],
    ["彰化縣", "員林市", "510"],
    ["南投縣", "埔里鎮", "545"],
    ["嘉義縣", "阿里山鄉", "605"],
    ["雲林縣", "莿桐鄉", "647"],
    ["臺南市", "中西區", "700"],
    ["臺南市", "永康區", "710"],
    ["高雄市", "三民區", "807"],
    ["高雄市", "那瑪夏區", "849"],
    ["屏東縣", "霧臺鄉", "902"],
    ["屏東縣", "琉球鄉", "929"],
    ["臺東縣", "臺東市", "950"],
    ["花蓮縣", "富里鄉", "983"],
    ["澎湖縣", "馬公市", "880"],
    ["金門縣", "烏坵鄉", "896"],
    ["連江縣", "東引鄉", "212"],
  ])("%s %s is %s", (city, name, zip) => {
    expect(districtsOf(city)).toContainEqual({ name, zip } satisfies District);
  });

  it("knows no city by a name that objects have", () => {
    for (const name of ["constructor", "__proto__", "toString", "", null, 7])
      expect(districtsOf(name)).toBe(undefined);
  });

  it("finds by part, whichever 台 is typed", () => {
    expect(matches("臺北市", "台北")).toBe(true);
    expect(matches("100 中正區", "100中正")).toBe(true);
    expect(matches("100 中正區", "１００")).toBe(true);
    expect(matches("100 中正區", "大同")).toBe(false);
  });
});

describe("the server hook", () => {
  const check = (value: string, options: Partial<Options>, record: RecordData = {}) =>
    server.check?.(value, {
      options: { part: "city", cityField: "city", ...options },
      record,
      path: "it",
      findImage: async () => undefined,
      storeImage: () => Promise.reject(new Error("unused")),
    });
  const district = { part: "district", cityField: "town" } as const;

  it("takes each district with its city and each city", () => {
    for (const { city, name } of all) {
      expect(check(city, { part: "city" })).toEqual([]);
      expect(check(name, district, { town: city })).toEqual([]);
    }
  });

  it("refuses a district of another city, naming both", () => {
    expect(check("板橋區", district, { town: "臺北市" })).toEqual([
      { keyword: "wrongDistrict", values: { value: "板橋區", city: "臺北市" } },
    ]);
    expect(check("100 中正區", district, { town: "臺北市" })).toHaveLength(1);
    expect(check("中正區", district, { town: "constructor" })).toHaveLength(1);
  });

  it("refuses a district without a city, and what is no city", () => {
    expect(check("中正區", district, { town: null })).toEqual([{ keyword: "chooseCity" }]);
    expect(check("中正區", district)).toEqual([{ keyword: "chooseCity" }]);
    expect(check("台北市", { part: "city" })).toEqual([
      { keyword: "unknownCity", values: { value: "台北市" } },
    ]);
  });

  it("leaves emptiness to the schema, and reaches a city inside an object", () => {
    expect(check("", district, { town: "臺北市" })).toEqual([]);
    const inside = { part: "district", cityField: "address.city" } as const;
    expect(check("中正區", inside, { address: { city: "臺北市" } })).toEqual([]);
    expect(check("中正區", inside, { address: { city: "桃園市" } })).toHaveLength(1);
  });
});
