import fc from "fast-check";
import { expect, it, test } from "vitest";
import type { ListFilter } from "../../src/model/list/list-filter.ts";
import {
  formatListFilter,
  type ListFilterCondition,
  parseListFilter,
} from "../../src/wire/list-filter-query.ts";

const FILTERS: readonly ListFilter[] = [
  { field: "selling", label: "", kind: "boolean", mayBeEmpty: false },
  { field: "price", label: "", kind: "number", mayBeEmpty: true },
  {
    field: "hotCold",
    label: "",
    kind: "choice",
    mayBeEmpty: true,
    values: ["冷", "熱", "冷,熱", 1].map((value) => ({ value, label: String(value) })),
  },
  { field: "category", label: "", kind: "reference", mayBeEmpty: true },
  { field: "images", label: "", kind: "filled", mayBeEmpty: true },
  { field: "lentOn", label: "", kind: "date", mayBeEmpty: true },
  { field: "updatedAt", label: "", kind: "date", isMoment: true, mayBeEmpty: false },
  { field: "parts.name", label: "", kind: "text", mayBeEmpty: true },
];
const parse = (query: string) => parseListFilter(new URLSearchParams(query), FILTERS);

it("is read as the wire contract writes it", () => {
  const query =
    "page=2&filter[selling]=false&filter[price][gte]=50&filter[hotCold][in]=冷&filter[hotCold][in]=1&filter[images][empty]=true" +
    "&filter[lentOn][gte]=today-7&filter[lentOn][lte]=today%2B3&filter[updatedAt]=today&filter[parts.name]=x";
  expect(parse(query)).toEqual({
    filter: [
      { field: "selling", op: "eq", value: false },
      { field: "price", op: "gte", value: 50 },
      { field: "hotCold", op: "in", value: ["冷", 1] },
      { field: "images", op: "empty", value: true },
      { field: "lentOn", op: "gte", value: { today: -7 } },
      { field: "lentOn", op: "lte", value: { today: 3 } },
      { field: "updatedAt", op: "eq", value: { today: 0 } },
      { field: "parts.name", op: "eq", value: "x" },
    ],
  });
  expect(parse("page=1&filters=x&nameQuery=filter[a]")).toEqual({ filter: [] });
});

const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const day = fc.oneof(
  fc.integer({ min: -36_500, max: 36_500 }).map((today) => ({ today })),
  pick("2026-02-28", "1999-12-31"),
);
const condition: fc.Arbitrary<ListFilterCondition> = fc.oneof(
  fc.record({ field: pick("selling"), op: pick("eq" as const), value: fc.boolean() }),
  fc.record({
    field: pick("price"),
    op: pick("eq" as const, "gte" as const, "lte" as const),
    value: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  }),
  fc.record({
    field: pick("hotCold"),
    op: pick("in" as const),
    value: fc.uniqueArray(pick<string | number>("冷", "熱", "冷,熱", 1), { minLength: 1 }),
  }),
  fc.record({
    field: pick("category", "parts.name"),
    op: pick("eq" as const),
    value: fc.string({ unit: "binary", minLength: 1, maxLength: 50 }).filter((value) => value.trim() !== ""),
  }),
  fc.record({
    field: pick(...FILTERS.map(({ field }) => field)),
    op: pick("empty" as const),
    value: fc.boolean(),
  }),
  fc.record({
    field: pick("lentOn", "updatedAt"),
    op: pick("eq" as const, "gte" as const, "lte" as const),
    value: day,
  }),
);

test("what is written is read again, whatever it is", () => {
  const filter = fc.uniqueArray(condition, { selector: ({ field, op }) => `${field} ${op}`, maxLength: 10 });
  fc.assert(
    fc.property(filter, (asked) => {
      const written = new URLSearchParams(formatListFilter(asked)).toString();
      expect(parse(written)).toEqual({ filter: asked });
    }),
  );
});

it.each([
  "filter[colour]=x",
  "filter[__proto__]=x",
  "filter[selling]=yes",
  "filter[selling]=",
  "filter[selling]=TRUE",
  "filter[selling][in]=true",
  "filter[selling][gte]=true",
  "filter[selling][no]=true",
  "filter[selling][constructor]=true",
  "filter[selling][]=true",
  "filter[selling]=true&filter[selling]=false",
  "filter[selling]=true&filter[selling][eq]=false",
  "filter[price]=1e999",
  "filter[price]=0x10",
  "filter[price]= 1",
  "filter[price]=NaN",
  "filter[price]=",
  "filter[hotCold]=x",
  "filter[hotCold][in]=冷&filter[hotCold][in]=x",
  "filter[hotCold][gte]=冷",
  "filter[category]=",
  "filter[category]=%20",
  `filter[category]=${"x".repeat(201)}`,
  `${Array.from({ length: 101 }, (_, at) => `filter[category][in]=${at}`).join("&")}`,
  "filter[images]=x",
  "filter[images][empty]=1",
  "filter[lentOn]=2026-02-29",
  "filter[lentOn]=2026-01-01T00:00:00Z",
  "filter[lentOn]=today1",
  "filter[lentOn]=today-99999",
  "filter[lentOn]=yesterday",
  "filter[price][gte]=today",
  "filter",
  "filter[]=x",
  "filter[selling]x=true",
  "filter[selling][eq][eq]=true",
])("%s is refused, and nothing else is lost", (query) => {
  const { filter, refused } = parse(`${query}&filter[parts.name]=kept`);
  expect(refused).toBe(
    new URLSearchParams(query).keys().next().value === "filter[selling]" && query.includes("[eq]=")
      ? "filter[selling][eq]"
      : new URLSearchParams(query).keys().next().value,
  );
  expect(filter).toContainEqual({ field: "parts.name", op: "eq", value: "kept" });
});

it("has ten conditions at most", () => {
  const names = FILTERS.map(({ field }) => `filter[${field}][empty]=true`);
  const more = ["filter[price][gte]=1", "filter[price][lte]=1", "filter[price][eq]=1"];
  expect(parse([...names, ...more.slice(0, 2)].join("&")).refused).toBeUndefined();
  expect(parse([...names, ...more].join("&")).refused).toBe("filter[price][eq]");
});

it.each([
  `filter[category]=${"x".repeat(200)}`,
  Array.from({ length: 100 }, (_, at) => `filter[category][in]=${at}`).join("&"),
  "filter[lentOn]=today-36500",
  "filter[lentOn]=today%2B36500",
  "filter[updatedAt][gte]=2026-01-01T00:00:00Z",
  "filter[price]=-1.5E%2B3",
])("as much as is allowed is read: %.40s", (query) => {
  const { filter, refused } = parse(query);
  expect([filter.length, refused]).toEqual([1, undefined]);
});

it("no day further than that is read", () => {
  expect(parse("filter[lentOn]=today-36501").refused).toBe("filter[lentOn]");
  expect(parse("filter[lentOn]=today%2B36501").refused).toBe("filter[lentOn]");
});

it("names the first of several that are refused, and takes the same choice once", () => {
  expect(parse("filter[a]=x&filter[b]=x").refused).toBe("filter[a]");
  expect(parse("filter[hotCold][in]=1&filter[hotCold][in]=1").filter).toEqual([
    { field: "hotCold", op: "in", value: [1] },
  ]);
});
