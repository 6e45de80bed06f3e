import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { makeCodeLoader } from "../../../services/code-loader.ts";
import type { ChartBar } from "./chart-words.ts";

/** The library that draws is loaded with the first chart. */
const PLOT = makeCodeLoader(async () => (await import("./plot.ts")).drawPlot);

interface ChartPlotProps {
  readonly bars: readonly ChartBar[];
  readonly isByDay: boolean;
  readonly height: number;
  readonly format: (amount: number) => string;
  readonly onPoint: (bar: ChartBar | undefined) => void;
  /** This browser cannot draw it, or the library did not load. */
  readonly onFailure: () => void;
}

/** The picture alone: who does not see it has the table. */
export function ChartPlot({ bars, isByDay, height, format, onPoint, onFailure }: ChartPlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [draw, setDraw] = useState(() => PLOT.get());
  const calls = useRef({ format, onPoint, onFailure });
  calls.current = { format, onPoint, onFailure };
  useEffect(() => {
    PLOT.load().then(
      (loaded) => setDraw(() => loaded),
      () => calls.current.onFailure(),
    );
  }, []);
  useEffect(() => {
    if (draw === undefined || place.current === null) return undefined;
    try {
      return draw(place.current, {
        bars,
        isByDay,
        height,
        format: (amount) => calls.current.format(amount),
        onPoint: (bar) => calls.current.onPoint(bar),
        onChoose({ address }) {
          if (address !== undefined) void navigate(address);
        },
      });
    } catch {
      calls.current.onFailure();
      return undefined;
    }
  }, [draw, bars, isByDay, height, navigate]);
  return <div ref={place} className="home-plot" style={{ height }} aria-hidden="true" />;
}
