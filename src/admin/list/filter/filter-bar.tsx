import "./filter.css";
import { useRef, useState } from "react";
import type { Entity } from "../../../model/entity.ts";
import type { ListFilterQuery } from "../../../wire/list-filter-query.ts";
import type { Say } from "../../messages/say.ts";
import { ChunkView, makeChunk, preloading } from "../../problem/chunk.tsx";
import { useApp } from "../../services/app-context.tsx";
import { Icon } from "../../shell/glyphs.tsx";
import type { ChangeFilter } from "./filter-edit.ts";

const PanelChunk = makeChunk(() => import("./filter-panel.tsx"));
const ChipsChunk = makeChunk(async () => ({ default: (await import("./filters-on.tsx")).FilterChips }));
/** In place of rows where nothing is found by a filter. */
export const FilteredChunk = makeChunk(async () => ({
  default: (await import("./filters-on.tsx")).FilteredNotice,
}));
const preloadPanel = preloading(PanelChunk);
const preloadChips = preloading(ChipsChunk);

interface FilterBarProps {
  readonly entity: Entity;
  readonly filter: ListFilterQuery;
  /** How many records there are, in words. */
  readonly total: string;
  readonly change: ChangeFilter;
  readonly say: Say;
}

/** The button that opens the filters, and those that are on: each of the two comes when it is needed. */
export function FilterBar({ entity, filter, total, change, say }: FilterBarProps) {
  const app = useApp();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (takesFocus: boolean) => {
    setOpen(false);
    if (takesFocus) button.current?.focus();
  };
  const preload = () => {
    preloadPanel();
    preloadChips();
  };
  const shared = { entity, filter, app, change, button, say };
  return (
    <div className="filter-bar">
      <button
        ref={button}
        type="button"
        className="button filter-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filter" />
        <span className="filter-label">{say("filter.open")}</span>
        {filter.length > 0 && <span className="badge">{new Set(filter.map(({ field }) => field)).size}</span>}
      </button>
      {filter.length > 0 && <ChunkView chunk={ChipsChunk} props={shared} pending={null} />}
      {isOpen && <ChunkView chunk={PanelChunk} props={{ ...shared, total, close }} />}
    </div>
  );
}
