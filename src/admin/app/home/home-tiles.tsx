import { useId } from "react";
import { Link } from "react-router-dom";
import type { Entity } from "../../../model/entity.ts";
import type { HomeTile } from "../../../model/home/home-tile.ts";
import { useMessage } from "../../messages/use-message.ts";
import { useApp } from "../../services/app-context.tsx";
import { useList } from "../../services/use-list.ts";
import { Icon } from "../../shell/glyphs.tsx";
import { Ago } from "../../shell/record-parts.tsx";
import { HomeRecord } from "./home-record.tsx";
import { tileAddress } from "./tile-address.ts";
import { TileFailure } from "./tile-failure.tsx";

interface TileProps {
  readonly tile: HomeTile;
  readonly entity: Entity;
}

/** How many records there are; it leads to them. */
export function CountTile({ tile, entity }: TileProps) {
  const { locale } = useApp();
  const say = useMessage();
  const { answer, failure, reload } = useTile(tile, entity, 1);
  const { total, totalIsMore, isPartial } = answer ?? {};
  const isMore = totalIsMore === true || isPartial === true;
  const number = total === undefined ? undefined : new Intl.NumberFormat(locale).format(total);
  return (
    <li className="home-count" data-tile={tile.label}>
      <Link to={tileAddress(tile, entity)} className="home-count-link">
        <span className="home-count-label">
          {tile.icon !== undefined && <Icon name={tile.icon} />}
          {tile.label}
        </span>
        {failure === undefined && (
          <span className="home-count-number" aria-busy={number === undefined}>
            {number === undefined ? "" : isMore ? say("home.more", { total: number }) : number}
          </span>
        )}
      </Link>
      {failure !== undefined && <TileFailure retry={() => void reload()} />}
    </li>
  );
}

const ROWS = 5;

/** The first records of a list; it leads to the others. */
export function ListTile({ tile, entity }: TileProps) {
  const say = useMessage();
  const heading = useId();
  const { answer, failure, reload } = useTile(tile, entity, ROWS);
  return (
    <section className="home-list" aria-labelledby={heading} data-tile={tile.label}>
      <h2 id={heading}>
        <Link to={tileAddress(tile, entity)} className="home-list-link">
          {tile.icon !== undefined && <Icon name={tile.icon} />}
          {tile.label}
        </Link>
      </h2>
      <ul className="home-records" aria-busy={answer === undefined && failure === undefined}>
        {failure === undefined &&
          answer?.records.map((record) => (
            <HomeRecord
              key={record._id}
              entity={entity}
              record={record}
              side={<Ago moment={record.updatedAt} language={entity.language} />}
            />
          ))}
        {answer === undefined &&
          failure === undefined &&
          Array.from({ length: ROWS }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows that are all alike
            <li key={row} className="home-record-pending" aria-hidden="true" />
          ))}
        {failure === undefined && answer?.records.length === 0 && (
          <li className="home-nothing">{say("home.nothing")}</li>
        )}
      </ul>
      {failure !== undefined && <TileFailure retry={() => void reload()} />}
    </section>
  );
}

/** The list's own route answers it, with the rights that the list has. */
function useTile({ view, filter }: HomeTile, entity: Entity, limit: number) {
  const query = { page: 1, limit, nameQuery: "", sortField: "", sortOrder: "", filter } as const;
  const { answer, failure, isLoading, reload } = useList(
    entity,
    view === undefined ? query : { ...query, view },
  );
  // While it is asked again nothing is known to have failed.
  return { answer, failure: isLoading ? undefined : failure, reload };
}
