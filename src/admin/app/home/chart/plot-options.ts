import uPlot from "uplot";
import { textWidth } from "../../../shell/text-width.ts";
import type { ChartBar } from "./chart-words.ts";

export interface PlotSpec {
  readonly bars: readonly ChartBar[];
  readonly isByDay: boolean;
  readonly height: number;
  format(amount: number): string;
  /** The bar under the pointer. */
  onPoint(bar: ChartBar | undefined): void;
  onChoose(bar: ChartBar): void;
}

/** Of all texts, in pixels. */
export const FONT_SIZE = 12;
/** Pixels between a text and what is beside it. */
const GAP = 8;
/** The most of the width that labels take. */
const MAX_LABEL = 0.4;

/** How the place of a chart looks. */
export interface Look {
  /** Of the place, in pixels. */
  readonly width: number;
  readonly font: string;
  readonly family: string;
  /** Asked whenever something is drawn, since the theme may have changed. */
  readonly colour: (name: "accent" | "text" | "text-quiet" | "line") => string;
}

/** What the library is told to draw: a row for each value, or a column for each day. */
export const plotOptions = (spec: PlotSpec, look: Look): uPlot.Options =>
  spec.isByDay ? days(spec, look) : rows(spec, look);

/** The bar under the pointer. */
export function barAt({ cursor }: uPlot, { bars }: PlotSpec): ChartBar | undefined {
  return typeof cursor.idx === "number" ? bars[cursor.idx] : undefined;
}

/** What rows and days have in common. */
function common(spec: PlotSpec, { width, colour }: Look, size: [share: number, most: number]) {
  const { bars: barPaths } = uPlot.paths;
  if (barPaths === undefined) throw new Error("The library draws no bars.");
  let pointed: ChartBar | undefined;
  return {
    width,
    legend: { show: false },
    cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
    series: [
      {},
      {
        fill: () => colour("accent"),
        width: 0,
        points: { show: false },
        paths: barPaths({ size, radius: 0.15 }),
      },
    ],
    hooks: {
      setCursor: [
        (plot: uPlot) => {
          const bar = barAt(plot, spec);
          if (bar === pointed) return;
          pointed = bar;
          spec.onPoint(bar);
        },
      ],
    },
  } satisfies Partial<uPlot.Options>;
}

/** A row for each value, its number at its end. */
function rows(spec: PlotSpec, look: Look): uPlot.Options {
  const { bars, format, height } = spec;
  const { font, colour } = look;
  const places = bars.length;
  const most = Math.max(...bars.map(({ amount }) => textWidth(format(amount), font)));
  const labels = Math.max(...bars.map(({ short }) => textWidth(short, font)));
  const labelWidth = (width: number) => Math.min(labels, width * MAX_LABEL);
  const shared = common(spec, look, [0.6, 18]);
  return {
    ...shared,
    height,
    padding: [0, most + GAP, 0, 0],
    scales: {
      x: { time: false, ori: 1, dir: -1, range: () => [-0.5, places - 0.5] },
      y: { ori: 0, dir: 1, range: (_, min, max) => rangeFromZero(min, max) },
    },
    axes: [
      {
        side: 3,
        font,
        gap: GAP,
        stroke: () => colour("text"),
        grid: { show: false },
        ticks: { show: false },
        splits: () => bars.map((_, at) => at),
        values: (plot) => bars.map(({ short }) => cut(short, labelWidth(plot.width), font)),
        size: (plot) => labelWidth(plot.width) + GAP,
      },
      { show: false },
    ],
    hooks: { ...shared.hooks, draw: [(plot) => drawAmounts(plot, spec, look)] },
  };
}

function drawAmounts(plot: uPlot, { bars, format }: PlotSpec, { family, colour }: Look): void {
  const { ctx } = plot;
  ctx.save();
  ctx.fillStyle = colour("text-quiet");
  ctx.font = `${FONT_SIZE * devicePixelRatio}px ${family}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  for (const [at, { amount }] of bars.entries()) {
    const end = plot.valToPos(Math.max(0, amount), "y", true);
    ctx.fillText(format(amount), end + (GAP / 2) * devicePixelRatio, plot.valToPos(at, "x", true));
  }
  ctx.restore();
}

/** A column for each day. */
function days(spec: PlotSpec, look: Look): uPlot.Options {
  const { bars, format } = spec;
  const { font, colour } = look;
  const isWhole = bars.every(({ amount }) => Number.isInteger(amount));
  const label = Math.max(...bars.map(({ short }) => textWidth(short, font))) + 2 * GAP;
  return {
    ...common(spec, look, [0.7, 28]),
    height: spec.height,
    padding: [GAP, label / 2, 0, 0],
    scales: {
      x: { time: false, range: () => [-0.5, bars.length - 0.5] },
      y: { range: (_, min, max) => rangeFromZero(min, max) },
    },
    axes: [
      {
        font,
        stroke: () => colour("text-quiet"),
        size: FONT_SIZE + 2 * GAP,
        grid: { show: false },
        ticks: { show: false },
        splits: (plot) => {
          const every = Math.max(1, Math.ceil((bars.length * label) / Math.max(1, plot.width)));
          // Counted back from the last day, which has its label always.
          return bars.map((_, at) => at).filter((at) => (bars.length - 1 - at) % every === 0);
        },
        values: (_, splits) => splits.map((at) => bars[at]?.short ?? ""),
      },
      {
        font,
        stroke: () => colour("text-quiet"),
        grid: { stroke: () => colour("line"), width: 1 },
        ticks: { show: false },
        ...(isWhole ? { incrs: WHOLE } : {}),
        values: (_, splits) => splits.map(format),
        size: (_, values) => Math.max(0, ...(values ?? []).map((text) => textWidth(text, font))) + GAP,
      },
    ],
  };
}

/** Distances between the axis' labels where all numbers are whole: no label stands between two of them. */
const WHOLE = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

function rangeFromZero(min: number, max: number): [number, number] {
  const low = Math.min(0, min);
  const high = Math.max(0, max);
  return low === high ? [0, 1] : [low, high];
}

function cut(text: string, width: number, font: string): string {
  if (textWidth(text, font) <= width) return text;
  const characters = Array.from(text);
  while (characters.length > 1 && textWidth(`${characters.join("")}…`, font) > width) characters.pop();
  return `${characters.join("")}…`;
}
