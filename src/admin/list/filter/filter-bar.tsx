import "./filter.css";
import { useRef, useState } from "react";
import type { Entity } from "../../../model/entity.ts";
import type { ListFilterQuery } from "../../../wire/list-filter-query.ts";
import type { Say } from "../../messages/say.ts";
import { ChunkView, makeChunk, preloading } from "../../problem/chunk.tsx";
import { CloseIcon, Icon } from "../../shell/glyphs.tsx";
import { type ChangeFilter, withConditions } from "./filter-edit.ts";
import type { FilterText } from "./use-filter-texts.ts";

const PanelChunk = makeChunk(() => import("./filter-panel.tsx"));
const preloadPanel = preloading(PanelChunk);

interface FilterBarProps {
  readonly entity: Entity;
  readonly filter: ListFilterQuery;
  readonly texts: readonly FilterText[];
  /** How many records there are, in words. */
  readonly total: string;
  readonly change: ChangeFilter;
  readonly say: Say;
}

/** The button that opens the filters, and those that are on. */
export function FilterBar({ entity, filter, texts, total, change, say }: FilterBarProps) {
  const button = useRef<HTMLButtonElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (takesFocus: boolean) => {
    setOpen(false);
    if (takesFocus) button.current?.focus();
  };
  const takeOff = (field: string, index: number) => {
    const others = [...(chips.current?.querySelectorAll<HTMLElement>(".filter-off") ?? [])];
    (others[index + 1] ?? others[index - 1] ?? button.current)?.focus();
    change(withConditions(filter, field, []));
  };
  const clear = () => {
    button.current?.focus();
    change([]);
  };
  return (
    <div className="filter-bar">
      <button
        ref={button}
        type="button"
        className="button filter-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preloadPanel}
        onFocus={preloadPanel}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filter" />
        {say("filter.open")}
        {texts.length > 0 && <span className="badge">{texts.length}</span>}
      </button>
      {texts.length > 0 && (
        <ul ref={chips} className="filter-chips" aria-label={say("filter.active")}>
          {texts.map(({ field, text }, index) => (
            <li key={field} className="filter-chip" data-filter={field}>
              <span>{text}</span>
              <button
                type="button"
                className="icon-button filter-off"
                aria-label={say("filter.remove", { filter: text })}
                title={say("filter.remove", { filter: text })}
                onClick={() => takeOff(field, index)}
              >
                <CloseIcon />
              </button>
            </li>
          ))}
          {texts.length > 1 && (
            <li>
              <button type="button" className="filter-clear" onClick={clear}>
                {say("filter.clear")}
              </button>
            </li>
          )}
        </ul>
      )}
      {isOpen && (
        <ChunkView chunk={PanelChunk} props={{ entity, filter, total, change, close, button, say }} />
      )}
    </div>
  );
}
