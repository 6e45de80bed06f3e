import { describe, expect, it } from "vitest";
import {
  barsOf,
  chartAddress,
  headingsOf,
  pendingHeight,
  plotHeight,
} from "../../../src/admin/app/home/chart/chart-words.ts";
import { makeSay } from "../../../src/admin/messages/say.ts";
import { checkConfig } from "../../../src/compiler/compile.ts";
import type { Entity } from "../../../src/model/entity.ts";
import type { HomeChart } from "../../../src/model/home/home-chart.ts";
import type { HomeTile } from "../../../src/model/home/home-tile.ts";
import type { ChartAnswer } from "../../../src/wire/chart.ts";
import { libraryWith, PLUGINS } from "../../model/library.ts";

const { config, problems } = checkConfig(
  await libraryWith({
    "entities/books.json": (json) => {
      json.schema.properties.level = {
        type: "integer",
        title: "Level",
        enum: [1, 2000],
        messages: { enum: "No level" },
      };
      json.list.filters.push({ field: "createdAt", label: "Made" });
    },
  }),
  PLUGINS,
);
const entityOf = (id: string): Entity => {
  const found = config?.entities.get(id);
  if (found === undefined) throw new Error(`no ${id}: ${JSON.stringify(problems)}`);
  return found;
};
const books = entityOf("books");

const say = makeSay({
  "home.others": "the rest",
  "home.amount": "how many",
  "home.day": "day",
  "filter.empty": "nothing",
  "filter.yes": "yes",
  "filter.no": "no",
});
const TILE: HomeTile = { kind: "chart", label: "Books", entity: "books", filter: [] };

function shown(by: string, answer: Partial<ChartAnswer>, tile: Partial<HomeTile> = {}, sum?: string) {
  const chart: HomeChart = { by, days: { from: -6, to: 0 }, ...(sum === undefined ? {} : { sum }) };
  return {
    tile: { ...TILE, ...tile },
    chart,
    entity: books,
    answer: { computedAt: "", by: "value", groups: [], ...answer } satisfies ChartAnswer,
  };
}
const bars = (...asked: Parameters<typeof shown>) => barsOf(shown(...asked), { say, locale: "en" });

describe("the bars of a chart", () => {
  it("are called by what people call the values", () => {
    const labels = (by: string, ...values: (string | number | boolean | null)[]) =>
      bars(by, { groups: values.map((value) => ({ value, amount: 1 })) }).map(({ label }) => label);
    expect(labels("genre", "history", "cooking", null)).toEqual(["History", "cooking", "nothing"]);
    expect(labels("available", true, false)).toEqual(["yes", "no"]);
    expect(labels("level", 2000, 0.125)).toEqual(["2,000", "0.125"]);
    expect(bars("subject", { groups: [{ value: "s1", name: "Birds", amount: 3 }] })[0]).toEqual({
      key: '"s1"',
      label: "Birds",
      short: "Birds",
      amount: 3,
      address: "/books/list?filter[subject]=s1",
    });
  });

  it("of days are called by their date, in short where there is little room", () => {
    const [day] = bars("updatedAt", { by: "day", groups: [{ value: "2026-03-04", amount: 0 }] });
    expect(day).toMatchObject({ label: "Mar 4, 2026", short: "3/4", amount: 0 });
    expect(day?.address).toBe("/books/list?filter[updatedAt]=2026-03-04");
  });

  it("end with the rest where there is one, which no address asks for", () => {
    expect(bars("genre", { others: { amount: 4 } })).toEqual([
      { key: "others", label: "the rest", short: "the rest", amount: 4 },
    ]);
  });

  it("lead nowhere where the list cannot be asked: without a filter, of another kind, or with one that stands already", () => {
    const address = (...asked: Parameters<typeof bars>) => "address" in (bars(...asked)[0] ?? {});
    const of = (value: string | null) => ({ groups: [{ value, amount: 1 }] });
    expect(address("genre", of("history"))).toBe(true);
    expect(address("isbn", of("978"))).toBe(false);
    expect(address("photos", of("a.png"))).toBe(false);
    expect(address("photos", of(null))).toBe(true);
    const filter = [{ field: "genre", op: "eq", value: "novel" }] as const;
    expect(address("genre", of("history"), { filter })).toBe(false);
    expect(address("genre", of("history"), { filter: [{ ...filter[0], op: "in", value: ["novel"] }] })).toBe(
      true,
    );
    expect(address("genre", of("history"), { filter: [{ ...filter[0], field: "isbn" }] })).toBe(true);
  });
});

it("the table of a chart is headed by what its filter, else its field, is called, and by what is summed up", () => {
  const heads = (...asked: Parameters<typeof shown>) => headingsOf(shown(...asked), say);
  expect(heads("scores.readers", {})).toEqual(["Readers' score", "how many"]);
  expect(heads("scores.staff", {}, {}, "price")).toEqual(["Staff", "Replacement price"]);
  expect(heads("gone", {}, {}, "gone")).toEqual(["gone", "gone"]);
  expect(heads("genre", { by: "day" })[0]).toBe("day");
});

it("a chart is as high as it will be: by day, by the choices that there are, by as many rows as are usual", () => {
  const height = (by: string) => pendingHeight({ by, days: { from: 0, to: 0 } }, books);
  expect(["createdAt", "genre", "available", "subject", "updatedBy", "level"].map(height)).toEqual([
    200,
    4 * 28,
    2 * 28,
    6 * 28,
    6 * 28,
    2 * 28,
  ]);
  const dated = entityOf("loans");
  expect(pendingHeight({ by: "lentOn", days: { from: 0, to: 0 } }, dated)).toBe(200);
  const genre = books.fields.find(({ name }) => name === "genre");
  if (genre === undefined) throw new Error("no genre");
  const many = { ...genre, schema: { ...genre.schema, enum: Array.from({ length: 12 }, String) } };
  expect(pendingHeight({ by: "genre", days: { from: 0, to: 0 } }, { ...books, fields: [many] })).toBe(9 * 28);
  expect(plotHeight(bars("genre", { others: { amount: 4 } }), false)).toBe(28);
  expect(plotHeight([], true)).toBe(200);
});

it("a chart leads to its days where the list can be asked for them, and they do not stand there already", () => {
  const address = (by: string, filter: HomeTile["filter"] = []) =>
    chartAddress({ ...TILE, filter }, { by, days: { from: -6, to: 0 } }, books);
  const days = "filter[updatedAt][gte]=today-6&filter[updatedAt][lte]=today";
  expect(address("updatedAt")).toBe(`/books/list?${days}`);
  expect(address("genre")).toBe("/books/list");
  expect(address("gone")).toBe("/books/list");
  const today = { field: "updatedAt", op: "eq", value: { today: 0 } } as const;
  expect(address("updatedAt", [today])).toBe("/books/list?filter[updatedAt]=today");
  expect(address("updatedAt", [{ ...today, field: "createdAt" }])).toBe(
    `/books/list?filter[createdAt]=today&${days}`,
  );
});
