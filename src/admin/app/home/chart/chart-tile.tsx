import { useId, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import useSWR from "swr";
import type { Entity } from "../../../../model/entity.ts";
import type { HomeChart } from "../../../../model/home/home-chart.ts";
import type { HomeTile } from "../../../../model/home/home-tile.ts";
import { formatAgo, formatTime } from "../../../../record/moment.ts";
import { CHART_KEPT_MS, type ChartAnswer } from "../../../../wire/chart.ts";
import { getChart } from "../../../api/charts.ts";
import { useMessage } from "../../../messages/use-message.ts";
import { useApp } from "../../../services/app-context.tsx";
import { useClient } from "../../../services/services.ts";
import { useChangedList } from "../../../services/use-changed-list.ts";
import { useNow } from "../../../services/use-now.ts";
import { Icon } from "../../../shell/glyphs.tsx";
import { TileFailure } from "../tile-failure.tsx";
import { ChartPlot } from "./chart-plot.tsx";
import {
  barsOf,
  type ChartBar,
  chartAddress,
  headingsOf,
  numberFormat,
  pendingHeight,
  plotHeight,
  type ShownChart,
} from "./chart-words.ts";
import "./chart.css";

interface ChartTileProps {
  readonly tile: HomeTile;
  readonly chart: HomeChart;
  readonly entity: Entity;
}

/** Numbers by value or by day, as a picture or as a table; it leads to their records. */
export function ChartTile({ tile, chart, entity }: ChartTileProps) {
  const say = useMessage();
  const heading = useId();
  const { answer, failure, reload } = useChart(tile.label, entity);
  const [asTable, setAsTable] = useState(false);
  return (
    <section className="home-chart" aria-labelledby={heading} data-tile={tile.label}>
      <div className="home-chart-head">
        <h2 id={heading}>
          <Link to={chartAddress(tile, chart, entity)} className="home-list-link">
            {tile.icon !== undefined && <Icon name={tile.icon} />}
            {tile.label}
          </Link>
        </h2>
        <button
          type="button"
          className="icon-button"
          aria-pressed={asTable}
          aria-label={say("home.table")}
          title={say("home.table")}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon name="table" />
        </button>
      </div>
      {failure === undefined && answer === undefined && (
        <div
          className="home-chart-pending"
          style={{ height: pendingHeight(chart, entity) }}
          aria-busy="true"
        />
      )}
      {failure === undefined && answer !== undefined && (
        <ChartFigure shown={{ tile, chart, entity, answer }} asTable={asTable} heading={heading} />
      )}
      {failure !== undefined && <TileFailure retry={() => void reload()} />}
    </section>
  );
}

interface ChartFigureProps {
  readonly shown: ShownChart;
  readonly asTable: boolean;
  readonly heading: string;
}

function ChartFigure({ shown, asTable, heading }: ChartFigureProps) {
  const { locale } = useApp();
  const { tile, chart, entity, answer } = shown;
  const say = useMessage();
  const sayAsEntity = useMessage(entity);
  const bars = useMemo(
    () => barsOf({ tile, chart, entity, answer }, { say, locale }),
    [tile, chart, entity, answer, say, locale],
  );
  const [pointed, setPointed] = useState<ChartBar>();
  const [cannotDraw, setCannotDraw] = useState(false);
  const format = (amount: number) => numberFormat(locale).format(amount);
  const height = plotHeight(bars, answer.by === "day");
  const isTable = asTable || cannotDraw;
  const isEmpty = bars.every(({ amount }) => amount === 0);
  return (
    <figure aria-labelledby={heading}>
      <div>
        {isEmpty && <p className="home-nothing">{say("home.nothing")}</p>}
        {!isEmpty && !isTable && (
          <ChartPlot
            bars={bars}
            isByDay={answer.by === "day"}
            height={height}
            format={format}
            onPoint={setPointed}
            onFailure={() => setCannotDraw(true)}
          />
        )}
        {!isEmpty && (
          <div className={isTable ? "home-chart-rows" : "unseen"}>
            <ChartTable
              bars={bars}
              headings={headingsOf(shown, sayAsEntity)}
              language={entity.language}
              isSeen={isTable}
              format={format}
            />
          </div>
        )}
      </div>
      <figcaption className="home-chart-foot">
        <ChartAge moment={answer.computedAt} />
        {pointed !== undefined && !isTable && (
          <span className="home-chart-point" aria-hidden="true">
            {pointed.label} <b>{format(pointed.amount)}</b>
          </span>
        )}
      </figcaption>
    </figure>
  );
}

interface ChartTableProps {
  readonly bars: readonly ChartBar[];
  readonly headings: readonly [string, string];
  /** Of the headings and the bars. */
  readonly language: string;
  /** A table that is not seen has no links: they would take the focus. */
  readonly isSeen: boolean;
  readonly format: (amount: number) => string;
}

function ChartTable({ bars, headings: [group, amount], language, isSeen, format }: ChartTableProps) {
  return (
    <table className="home-chart-table" lang={language}>
      <thead>
        <tr>
          <th scope="col">{group}</th>
          <th scope="col">{amount}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.key}>
            <th scope="row">
              {isSeen && bar.address !== undefined ? <Link to={bar.address}>{bar.label}</Link> : bar.label}
            </th>
            <td>{format(bar.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How old the numbers are. */
function ChartAge({ moment }: { readonly moment: string }) {
  const { view } = useApp();
  const say = useMessage();
  const now = useNow();
  const whole = formatTime(moment, view) ?? moment;
  // A clock that is behind the server's must not speak of the future.
  const ago = formatAgo(moment, Math.max(now, Date.parse(moment)), view.language) ?? whole;
  return (
    <time dateTime={moment} title={whole}>
      {say("home.age", { ago })}
    </time>
  );
}

interface Chart {
  readonly answer: ChartAnswer;
  /** When it came, by this machine's clock. */
  readonly at: number;
}

function useChart(label: string, entity: Entity) {
  const client = useClient();
  const fetchChart = async () => ({ answer: await getChart(client, label), at: performance.now() });
  const { data, error, isValidating, mutate } = useSWR<Chart, unknown>(["chart", label], fetchChart, {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
  useChangedList(entity, async (ended) => {
    // Until then the server answers the same.
    if (data !== undefined) await sleep(data.at + CHART_KEPT_MS - performance.now(), ended);
    await mutate(fetchChart, { revalidate: false, throwOnError: false });
  });
  // While it is asked again nothing is known to have failed.
  return { answer: data?.answer, failure: isValidating ? undefined : error, reload: mutate };
}

/** Rejects when it is ended before. */
function sleep(milliseconds: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    ended.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(ended.reason);
    });
  });
}
