import type { Entity } from "../../model/entity.ts";
import type { Say } from "../messages/say.ts";
import { ChunkView } from "../problem/chunk.tsx";
import { useApp } from "../services/app-context.tsx";
import { FilteredChunk } from "./filter/filter-bar.tsx";
import type { Go, ListAddress } from "./list-address.ts";
import { NothingFound } from "./nothing-found.tsx";

interface ListNoticeProps {
  readonly entity: Entity;
  readonly address: ListAddress;
  /** What it is called; undefined: all records. */
  readonly view: string | undefined;
  /** undefined: nothing failed, there is nothing to show. */
  readonly failure: unknown;
  readonly say: Say;
  readonly retry: () => void;
  readonly go: Go;
}

/** In place of rows: they could not be fetched, nothing was found, or there is nothing yet. */
export function ListNotice({ entity, address, view, failure, say, retry, go }: ListNoticeProps) {
  const app = useApp();
  const { search, filter } = address;
  const { label } = entity;
  const clearSearch = () => go({ search: "", page: 1 });
  if (failure !== undefined)
    return (
      <NothingFound
        hasFailed
        icon="exclamation-circle"
        text={say("list.unavailable")}
        actions={[{ label: say("list.retry"), run: retry }]}
      />
    );
  if (filter.length > 0) {
    const clearFilters = () => go({ filter: [], page: 1 });
    const props = { entity, filter, app, search, say, clearSearch, clearFilters };
    return <ChunkView chunk={FilteredChunk} props={props} pending={<div className="list-notice" />} />;
  }
  const none = view === undefined ? say("list.empty", { label }) : say("view.empty", { label, view });
  if (search === "") return <NothingFound icon="inbox" text={none} actions={[]} />;
  return (
    <NothingFound
      icon="search"
      text={say("list.noMatch", { label, search })}
      actions={[{ label: say("list.clear"), run: clearSearch }]}
    />
  );
}
