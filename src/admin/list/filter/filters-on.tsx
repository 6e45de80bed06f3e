import { type RefObject, useRef } from "react";
import type { Entity } from "../../../model/entity.ts";
import type { ListFilterQuery } from "../../../wire/list-filter-query.ts";
import type { Say } from "../../messages/say.ts";
import type { App } from "../../services/app-context.tsx";
import { CloseIcon } from "../../shell/glyphs.tsx";
import { NothingFound } from "../nothing-found.tsx";
import { type ChangeFilter, withConditions } from "./filter-edit.ts";
import { useFilterTexts } from "./use-filter-texts.ts";

interface FiltersOnProps {
  readonly entity: Entity;
  readonly filter: ListFilterQuery;
  /** Given, so that this code is loaded without the app's. */
  readonly app: App;
  readonly say: Say;
}

interface FilterChipsProps extends FiltersOnProps {
  readonly change: ChangeFilter;
  /** Opens the filters: has the focus where the last one is taken off. */
  readonly button: RefObject<HTMLElement | null>;
}

/** The filters that are on, which can be taken off one by one and all at once. */
export function FilterChips({ entity, filter, app, change, button, say }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  const texts = useFilterTexts(entity, filter, app, say);
  const takeOff = (field: string, index: number) => {
    const chips = [...(list.current?.querySelectorAll<HTMLElement>(".icon-button") ?? [])];
    (chips[index + 1] ?? chips[index - 1] ?? button.current)?.focus();
    change(withConditions(filter, field, []));
  };
  const clear = () => {
    button.current?.focus();
    change([]);
  };
  return (
    <ul ref={list} className="filter-chips" aria-label={say("filter.active")}>
      {texts.map(({ field, text }, index) => (
        <li key={field} className="filter-chip" data-filter={field}>
          <span title={text}>{text}</span>
          <button
            type="button"
            className="icon-button"
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
  );
}

interface FilteredNoticeProps extends FiltersOnProps {
  readonly search: string;
  readonly clearSearch: () => void;
  readonly clearFilters: () => void;
}

/** In place of rows where nothing is found: by which filters. */
export function FilteredNotice({ entity, filter, app, search, say, ...clear }: FilteredNoticeProps) {
  const texts = useFilterTexts(entity, filter, app, say).map(({ text }) => text);
  const values = { label: entity.label, search, filters: new Intl.ListFormat(entity.language).format(texts) };
  return (
    <NothingFound
      icon="search"
      text={say(search === "" ? "list.noneFiltered" : "list.noMatchFiltered", values)}
      actions={[
        ...(search === "" ? [] : [{ label: say("list.clear"), run: clear.clearSearch }]),
        { label: say("filter.clear"), run: clear.clearFilters },
      ]}
    />
  );
}
