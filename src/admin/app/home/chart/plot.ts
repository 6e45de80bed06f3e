import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { barAt, FONT_SIZE, type Look, type PlotSpec, plotOptions } from "./plot-options.ts";

/** Draws a chart as wide as its place, now and whenever that changes. Answers how to take it away. */
export function drawPlot(place: HTMLElement, spec: PlotSpec): () => void {
  const plot = new uPlot(plotOptions(spec, lookOf(place)), dataOf(spec), place);
  const choose = () => {
    const bar = barAt(plot, spec);
    if (bar !== undefined) spec.onChoose(bar);
  };
  plot.over.addEventListener("click", choose);
  const resizing = new ResizeObserver(() => {
    if (place.clientWidth > 0 && place.clientWidth !== plot.width)
      plot.setSize({ width: place.clientWidth, height: plot.height });
  });
  resizing.observe(place);
  const endTheme = onTheme(() => plot.redraw());
  return () => {
    endTheme();
    resizing.disconnect();
    plot.destroy();
  };
}

/** Calls whenever the colours of the page change; the answer ends it. */
function onTheme(run: () => void): () => void {
  const device = matchMedia("(prefers-color-scheme: dark)");
  device.addEventListener("change", run);
  const chosen = new MutationObserver(run);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    device.removeEventListener("change", run);
    chosen.disconnect();
  };
}

function lookOf(place: HTMLElement): Look {
  const style = getComputedStyle(place);
  return {
    width: place.clientWidth,
    font: `${FONT_SIZE}px ${style.fontFamily}`,
    family: style.fontFamily,
    colour: (name) => getComputedStyle(place).getPropertyValue(`--${name}`),
  };
}

function dataOf({ bars }: PlotSpec): uPlot.AlignedData {
  return [bars.map((_, at) => at), bars.map(({ amount }) => amount)];
}
