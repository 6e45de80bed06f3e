import type uPlot from "uplot";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChartBar } from "../../../src/admin/app/home/chart/chart-words.ts";
import { textWidth } from "../../../src/admin/shell/text-width.ts";

// There is no canvas here, so the library cannot draw: the tests read what it is told to draw, and answer in its place.
const drawn = vi.hoisted(() => {
  // Files before this one may have loaded the library.
  vi.resetModules();
  return { plots: [] as FakePlot[] };
});

interface FakePlot {
  readonly options: uPlot.Options;
  readonly data: unknown;
  readonly over: HTMLElement;
  readonly cursor: { idx: number | null };
  readonly sizes: object[];
  width: number;
  height: number;
  redraws: number;
  isGone: boolean;
}

vi.mock("uplot", () => ({
  default: class {
    static paths = { bars: (options: object) => options };
    readonly over = document.createElement("div");
    readonly cursor = { idx: null as number | null };
    readonly sizes: object[] = [];
    width: number;
    height: number;
    redraws = 0;
    isGone = false;
    constructor(
      readonly options: uPlot.Options,
      readonly data: unknown,
    ) {
      this.width = options.width;
      this.height = options.height;
      drawn.plots.push(this);
    }
    setSize(size: { width: number }) {
      this.sizes.push(size);
      this.width = size.width;
    }
    redraw() {
      this.redraws += 1;
    }
    destroy() {
      this.isGone = true;
    }
  },
}));
vi.mock("uplot/dist/uPlot.min.css", () => ({}));

const { drawPlot } = await import("../../../src/admin/app/home/chart/plot.ts");

afterAll(() => {
  // Files after this one have the library itself.
  vi.doUnmock("uplot");
  vi.resetModules();
});

const bar = (short: string, amount: number): ChartBar => ({ key: short, label: short, short, amount });
const BARS = [bar("Birds", 3), bar("Stars and moons", 12), bar("Sea", 1)];

let resized: () => void = () => undefined;
let place: HTMLElement;
beforeEach(() => {
  drawn.plots.length = 0;
  place = document.body.appendChild(document.createElement("div"));
  Object.defineProperty(place, "clientWidth", { value: 400, writable: true });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(run: () => void) {
        resized = run;
      }
      observe() {}
      disconnect() {
        resized = () => undefined;
      }
    },
  );
});
afterEach(() => {
  place.remove();
  vi.unstubAllGlobals();
});

function draw(bars: readonly ChartBar[] = BARS, isByDay = false) {
  const spec = {
    bars,
    isByDay,
    height: 84,
    format: (amount: number) => `#${amount}`,
    onPoint: vi.fn(),
    onChoose: vi.fn(),
  };
  const end = drawPlot(place, spec);
  const [plot] = drawn.plots;
  if (plot === undefined) throw new Error("Nothing is drawn.");
  const [x, y] = plot.options.axes ?? [];
  const of = <T,>(part: unknown, ...given: unknown[]): T => (part as (...given: unknown[]) => T)(...given);
  return { ...spec, end, plot, x, y, of };
}
const FONT = () => `12px ${getComputedStyle(place).fontFamily}`;
const wide = (text: string) => textWidth(text, FONT());

describe("a chart of values", () => {
  it("has a row for each, from the first down, as wide and as high as its place; nothing but bars", () => {
    const { plot, of } = draw();
    const { options } = plot;
    expect([options.width, options.height]).toEqual([400, 84]);
    expect(plot.data).toEqual([
      [0, 1, 2],
      [3, 12, 1],
    ]);
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
      paths: { size: [0.6, 18] },
    });
    expect(options.padding).toEqual([0, wide("#12") + 8, 0, 0]);
  });

  it("begins at zero, on whichever side its numbers are", () => {
    const { plot, of } = draw();
    const range = (min: number, max: number) => of(plot.options.scales?.y?.range, plot, min, max);
    expect([range(1, 12), range(-3, -1), range(-3, 4), range(0, 0)]).toEqual([
      [0, 12],
      [-3, 0],
      [-3, 4],
      [0, 1],
    ]);
  });

  it("has labels as wide as the longest, but for a share of the width: those are cut", () => {
    const { plot, x, y, of } = draw();
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
    const { plot } = draw([...BARS, bar("Lost", -2)]);
    const written: unknown[] = [];
    const ctx = {
      save: () => undefined,
      restore: () => void written.push("restored"),
      fillText: (...text: unknown[]) => void written.push(text),
    };
    vi.stubGlobal("devicePixelRatio", 2);
    const valToPos = (value: number, axis: string) => (axis === "y" ? 100 : 1000) + value;
    for (const write of plot.options.hooks?.draw ?? []) write?.({ ...plot, ctx, valToPos } as never);
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
    const { plot, x, of } = draw(days, true);
    const label = wide("3/0") + 16;
    expect(plot.options.padding).toEqual([8, label / 2, 0, 0]);
    expect(plot.options.series[1]).toMatchObject({ paths: { size: [0.7, 28] } });
    expect(of(plot.options.scales?.x?.range)).toEqual([-0.5, 9.5]);
    expect(of(plot.options.scales?.y?.range, plot, 2, 9)).toEqual([0, 9]);
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
    const { plot, y, of } = draw(days, true);
    expect(y?.incrs).toEqual(expect.arrayContaining([1, 2, 5, 10, 20, 50, 1000]));
    expect(Array.isArray(y?.incrs) && y.incrs.every(Number.isInteger)).toBe(true);
    expect(of(y?.values, plot, [0, 5])).toEqual(["#0", "#5"]);
    expect(of(y?.size, plot, ["#0", "#500"])).toBe(wide("#500") + 8);
    expect(of(y?.size, plot, null)).toBe(8);
    expect(y).toMatchObject({ grid: { width: 1 }, ticks: { show: false } });
    drawn.plots.length = 0;
    expect(draw([...days, bar("3/11", 0.5)], true).y).not.toHaveProperty("incrs");
  });
});

describe("a chart that is drawn", () => {
  it("tells of the bar under the pointer when that is another, and which is pressed", () => {
    const { plot, onPoint, onChoose } = draw();
    const [point] = plot.options.hooks?.setCursor ?? [];
    const move = (idx: number | null) => {
      plot.cursor.idx = idx;
      point?.(plot as never);
    };
    plot.over.click();
    expect(onChoose).not.toHaveBeenCalled();
    for (const idx of [null, 1, 1, 0, null]) move(idx);
    expect(onPoint.mock.calls).toEqual([[BARS[1]], [BARS[0]], [undefined]]);
    move(2);
    plot.over.click();
    expect(onChoose.mock.calls).toEqual([[BARS[2]]]);
  });

  it("follows the width of its place, but not to nothing, and the colours of the page, until it is taken away", async () => {
    const { plot, end, of } = draw();
    const resize = (width: number) => {
      Object.assign(place, { clientWidth: width });
      resized();
    };
    resize(400);
    resize(0);
    expect(plot.sizes).toEqual([]);
    resize(300);
    expect(plot.sizes).toEqual([{ width: 300, height: 84 }]);
    place.style.setProperty("--accent", "red");
    expect(of(plot.options.series[1]?.fill)).toBe("red");
    document.documentElement.dataset.theme = "dark";
    await vi.waitFor(() => expect(plot.redraws).toBe(1));
    end();
    expect(plot.isGone).toBe(true);
    resize(200);
    expect(plot.sizes).toHaveLength(1);
    delete document.documentElement.dataset.theme;
    await Promise.resolve();
    expect(plot.redraws).toBe(1);
  });
});
