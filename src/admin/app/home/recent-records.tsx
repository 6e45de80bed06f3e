import { useEffect, useId } from "react";
import useSWR from "swr";
import type { Entity } from "../../../model/entity.ts";
import { ApiFailure } from "../../api/failure.ts";
import { getRecord } from "../../api/records.ts";
import { useNamedRecord } from "../../form/loading/use-named-record.ts";
import { useMessage } from "../../messages/use-message.ts";
import { useApp } from "../../services/app-context.tsx";
import { type RecentRecord, useRecentRecords } from "../../services/recent-records.ts";
import { useClient } from "../../services/services.ts";
import { openEntities } from "../../shell/access.ts";
import { Icon } from "../../shell/glyphs.tsx";
import { HomeRecord } from "./home-record.tsx";
import { TileFailure } from "./tile-failure.tsx";

/** The records that the person opened last, without those that are gone or that the person may not see any more. */
export function RecentRecords() {
  const { view, user } = useApp();
  const say = useMessage();
  const heading = useId();
  const [recent, forget] = useRecentRecords();
  const open = openEntities(view, user);
  const shown = recent.flatMap((one) => {
    const found = open.find(({ entity }) => entity.id === one.entity);
    return found === undefined ? [] : [{ one, entity: found.entity }];
  });
  if (shown.length === 0) return null;
  return (
    <section className="home-list" aria-labelledby={heading}>
      <h2 id={heading}>
        <Icon name="history" />
        {say("home.recent")}
      </h2>
      <ul className="home-records">
        {shown.map(({ one, entity }) => (
          <Recent key={`${one.entity} ${one.id}`} entity={entity} id={one.id} forget={() => forget(one)} />
        ))}
      </ul>
    </section>
  );
}

interface RecentProps extends Pick<RecentRecord, "id"> {
  readonly entity: Entity;
  readonly forget: () => void;
}

/** It is fetched, since its title may have changed. */
function Recent({ entity, id, forget }: RecentProps) {
  const client = useClient();
  const { data, error, mutate } = useSWR(["recent", entity.id, id], () => getRecord(client, entity, id), {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
  const named = useNamedRecord(entity, data);
  const hasGone = isGone(error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgotten once
  useEffect(() => {
    if (hasGone) forget();
  }, [hasGone]);
  if (hasGone) return null;
  if (error !== undefined)
    return (
      <li>
        <TileFailure retry={() => void mutate()} />
      </li>
    );
  if (named === undefined) return <li className="home-record-pending" aria-hidden="true" />;
  return <HomeRecord entity={entity} record={named} quiet={entity.label} />;
}

/** There is none, or none for this account any more. */
function isGone(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 404 || error.status === 403);
}
