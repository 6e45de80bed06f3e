import { afterEach, describe, expect, it, vi } from "vitest";
import type { ChartBar } from "../../../src/admin/app/home/chart/chart-words.ts";
import { type Look, plotOptions } from "../../../src/admin/app/home/chart/plot-options.ts";
import { textWidth } from "../../../src/admin/shell/text-width.ts";

const bar = (short: string, amount: number): ChartBar => ({ key: short, label: short, short, amount });
const BARS = [bar("Birds", 3), bar("Stars and moons", 12), bar("Sea", 1)];

const LOOK: Look = { width: 400, font: "12px serif", family: "serif", colour: (name) => `of ${name}` };
const wide = (text: string) => textWidth(text, LOOK.font);

/** What the library is told; its own part, of which the options ask the width, is as wide as its place. */
function told(bars: readonly ChartBar[] = BARS, isByDay = false) {
  const onPoint = vi.fn();
  const format = (amount: number) => `#${amount}`;
  const options = plotOptions({ bars, isByDay, height: 84, format, onPoint, onChoose: vi.fn() }, LOOK);
  const [x, y] = options.axes ?? [];
  const plot = { width: options.width, cursor: { idx: null as number | null } };
  const of = <T,>(part: unknown, ...given: unknown[]): T => (part as (...given: unknown[]) => T)(...given);
  return { options, plot, onPoint, x, y, of };
}

afterEach(() => void vi.unstubAllGlobals());

describe("a chart of values", () => {
  it("has a row for each, from the first down, as wide and as high as its place; nothing but bars", () => {
    const { options, of } = told();
    expect([options.width, options.height]).toEqual([400, 84]);
    expect(options.scales?.x).toMatchObject({ time: false, ori: 1, dir: -1 });
    expect(of(options.scales?.x?.range)).toEqual([-0.5, 2.5]);
    expect(options.scales?.y).toMatchObject({ ori: 0, dir: 1 });
    expect(options.legend).toEqual({ show: false });
    expect(options.cursor).toMatchObject({
      x: false,
      y: false,
      drag: { x: false, y: false, setScale: false },
    });
    expect(options.series[1]).toMatchObject({
      width: 0,
      points: { show: false },
      paths: expect.any(Function),
    });
    expect(options.padding).toEqual([0, wide("#12") + 8, 0, 0]);
  });

  it("begins at zero, on whichever side its numbers are", () => {
    const { options, plot, of } = told();
    const range = (min: number, max: number) => of(options.scales?.y?.range, plot, min, max);
    expect([range(1, 12), range(-3, -1), range(-3, 4), range(0, 0)]).toEqual([
      [0, 12],
      [-3, 0],
      [-3, 4],
      [0, 1],
    ]);
  });

  it("has labels as wide as the longest, but for a share of the width: those are cut", () => {
    const { plot, x, y, of } = told();
    expect(y).toEqual({ show: false });
    expect(x).toMatchObject({ side: 3, gap: 8, grid: { show: false }, ticks: { show: false } });
    expect(of(x?.splits)).toEqual([0, 1, 2]);
    expect(of(x?.size, plot)).toBe(wide("Stars and moons") + 8);
    expect(of(x?.values, plot)).toEqual(["Birds", "Stars and moons", "Sea"]);
    plot.width = 100;
    expect(of(x?.size, plot)).toBe(48);
    const [, cut = ""] = of<string[]>(x?.values, plot);
    expect(cut).toMatch(/^Stars.*…$/);
    expect(wide(cut)).toBeLessThanOrEqual(40);
    expect(wide(`${"Stars and moons".slice(0, cut.length)}…`)).toBeGreaterThan(40);
    plot.width = 1;
    expect(of(x?.values, plot)).toEqual(["B…", "S…", "S…"]);
  });

  it("has each number at the end of its row", () => {
    const { options, plot, of } = told([...BARS, bar("Lost", -2)]);
    const written: unknown[] = [];
    const ctx = {
      save: () => undefined,
      restore: () => void written.push("restored"),
      fillText: (...text: unknown[]) => void written.push(text),
    };
    vi.stubGlobal("devicePixelRatio", 2);
    const valToPos = (value: number, axis: string) => (axis === "y" ? 100 : 1000) + value;
    for (const write of options.hooks?.draw ?? []) of(write, { ...plot, ctx, valToPos });
    expect(written).toEqual([
      ["#3", 103 + 8, 1000],
      ["#12", 112 + 8, 1001],
      ["#1", 101 + 8, 1002],
      ["#-2", 100 + 8, 1003],
      "restored",
    ]);
    expect(ctx).toMatchObject({ textAlign: "left", textBaseline: "middle" });
    expect(Reflect.get(ctx, "font")).toMatch(/^24px /);
  });
});

describe("a chart of days", () => {
  const days = Array.from({ length: 10 }, (_, at) => bar(`3/${at}`, at));

  it("has a column for each, and labels as far apart as they have to be, counted from the last day", () => {
    const { options, plot, x, of } = told(days, true);
    const label = wide("3/0") + 16;
    expect(options.padding).toEqual([8, label / 2, 0, 0]);
    expect(of(options.scales?.x?.range)).toEqual([-0.5, 9.5]);
    expect(of(options.scales?.y?.range, plot, 2, 9)).toEqual([0, 9]);
    expect(x).toMatchObject({ size: 28, grid: { show: false }, ticks: { show: false } });
    const splits = (width: number) => {
      plot.width = width;
      return of<number[]>(x?.splits, plot);
    };
    expect(splits(label * 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(splits(label * 10 - 1)).toEqual([1, 3, 5, 7, 9]);
    expect(splits(label * 4)).toEqual([0, 3, 6, 9]);
    expect(splits(0)).toEqual([9]);
    expect(of(x?.values, plot, [0, 9, 10])).toEqual(["3/0", "3/9", ""]);
  });

  it("has a scale in whole steps where its numbers are whole, as wide as its longest text", () => {
    const { plot, y, of } = told(days, true);
    expect(y?.incrs).toEqual(expect.arrayContaining([1, 2, 5, 10, 20, 50, 1000]));
    expect(Array.isArray(y?.incrs) && y.incrs.every(Number.isInteger)).toBe(true);
    expect(of(y?.values, plot, [0, 5])).toEqual(["#0", "#5"]);
    expect(of(y?.size, plot, ["#0", "#500"])).toBe(wide("#500") + 8);
    expect(of(y?.size, plot, null)).toBe(8);
    expect(y).toMatchObject({ grid: { width: 1 }, ticks: { show: false } });
    expect(told([...days, bar("3/11", 0.5)], true).y).not.toHaveProperty("incrs");
  });
});

describe("a chart of either kind", () => {
  it("tells of the bar under the pointer when that is another", () => {
    const { options, plot, onPoint, of } = told();
    const [point] = options.hooks?.setCursor ?? [];
    for (const idx of [null, 1, 1, 0, null]) of(point, { ...plot, cursor: { idx } });
    expect(onPoint.mock.calls).toEqual([[BARS[1]], [BARS[0]], [undefined]]);
  });

  it("has the colours of the page as they are when it is drawn", () => {
    const { options, x, of } = told();
    expect([of(options.series[1]?.fill), of(x?.stroke)]).toEqual(["of accent", "of text"]);
    const days = told(BARS, true);
    expect([of(days.x?.stroke), of(days.y?.stroke), of(days.y?.grid?.stroke)]).toEqual([
      "of text-quiet",
      "of text-quiet",
      "of line",
    ]);
  });
});
