import { Fragment, type ReactNode } from "react";
import type { HomeTile } from "../../../model/home/home-tile.ts";
import { useMessage } from "../../messages/use-message.ts";
import { useApp } from "../../services/app-context.tsx";
import { openEntities, openGroups } from "../../shell/access.ts";
import { Icon } from "../../shell/glyphs.tsx";
import { Screen } from "../../shell/screen.tsx";
import { ChartTile } from "./chart/chart-tile.tsx";
import { HomeAreas } from "./home-areas.tsx";
import { CountTile, ListTile } from "./home-tiles.tsx";
import { RecentRecords } from "./recent-records.tsx";
import { useHomeTitle } from "./use-home-title.ts";
import "./home.css";
import "./tiles.css";

/**
 * `/`: the tiles of the config, and the records that the person opened last; without tiles, the areas of the menu. An account
 * that may do nothing yet reads that it has to wait.
 */
export default function HomeScreen() {
  const { view, user } = useApp();
  const say = useMessage();
  const groups = openGroups(view, user);
  const open = openEntities(view, user);
  const tiles = view.home.flatMap((tile) => {
    const found = open.find(({ entity }) => entity.id === tile.entity);
    return found === undefined ? [] : [{ key: tile.label, tile, entity: found.entity }];
  });
  const ofKind = (kind: HomeTile["kind"]) => tiles.filter(({ tile }) => tile.kind === kind);
  const [counts, lists] = [ofKind("count"), ofKind("list")];
  const charts = ofKind("chart").flatMap(({ tile, ...one }) =>
    tile.chart === undefined ? [] : [{ ...one, tile, chart: tile.chart }],
  );
  /** The tiles of each kind together, the kinds in the order in which they are shown. */
  const drawn: Readonly<Record<HomeTile["kind"], ReactNode>> = {
    count: counts.length > 0 && (
      <ul className="home-counts">
        {counts.map((one) => (
          <CountTile {...one} key={one.key} />
        ))}
      </ul>
    ),
    chart: charts.length > 0 && (
      <div className="home-charts">
        {charts.map((one) => (
          <ChartTile {...one} key={one.key} />
        ))}
      </div>
    ),
    list: (
      <div className="home-lists">
        {lists.map((one) => (
          <ListTile {...one} key={one.key} />
        ))}
        <RecentRecords />
      </div>
    ),
  };
  return (
    <Screen name="home" title={useHomeTitle()}>
      {groups.length === 0 && !view.editsConfig && (
        <p className="home-waiting" role="status">
          <Icon name="clock" />
          <span>{say("shell.waiting")}</span>
        </p>
      )}
      {Object.entries(drawn).map(([kind, section]) => (
        <Fragment key={kind}>{section}</Fragment>
      ))}
      {tiles.length === 0 && <HomeAreas groups={groups} />}
    </Screen>
  );
}
