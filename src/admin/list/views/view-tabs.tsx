import { useEffect, useLayoutEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { Entity } from "../../../model/entity.ts";
import { ALL_RECORDS } from "../../../model/list/list-view.ts";
import { parseListFilter } from "../../../wire/list-filter-query.ts";
import type { Say } from "../../messages/say.ts";
import { useServices } from "../../services/services.ts";
import { type ListAddress, readable, writeListAddress } from "../list-address.ts";
import type { OwnView } from "./list-choice.ts";
import { addressOf, isOutdated, ownViewAt } from "./own-views.ts";
import type { ListLayout } from "./use-list-layout.ts";
import { isView, readViewAddress } from "./view-address.ts";

interface ViewTabsProps {
  readonly entity: Entity;
  readonly address: ListAddress;
  readonly layout: ListLayout;
  readonly say: Say;
}

/** The views of a list as links: all records, those of the config, the person's own. */
export function ViewTabs({ entity, address, layout, say }: ViewTabsProps) {
  const { list } = entity;
  const { choice, choose } = layout;
  const { toasts } = useServices();
  const row = useRef<HTMLUListElement>(null);
  useUnknownAddress(entity, say);
  const own = ownViewAt(address, choice.views, entity);
  const current = own === undefined ? layout.key : undefined;

  // The current tab is in sight; the page itself does not move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each tab that becomes the current one
  useLayoutEffect(() => {
    const tabs = row.current;
    const tab = tabs?.querySelector<HTMLElement>("[aria-current]")?.parentElement;
    if (tabs && tab) tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
  }, [current, own?.name]);

  if (!layout.hasTabs) return null;
  const opened = (view: OwnView) => {
    if (!isOutdated(view, entity)) return;
    const query = String(writeListAddress(addressOf(view, entity)));
    choose({ views: choice.views.map((one) => (one === view ? { ...view, query } : one)) });
    toasts.show("warning", say("view.outdated", { name: view.name }), "screen");
  };
  const configured = [{ id: ALL_RECORDS, label: say("view.all") }, ...list.views];
  return (
    <nav className="view-tabs" aria-label={say("view.tabs")}>
      <ul ref={row}>
        {configured.map(({ id, label }) => (
          <li key={id}>
            <Tab query={queryOf(id, entity)} isCurrent={id === current} label={label} />
          </li>
        ))}
        {choice.views.map((view) => (
          <li key={`own ${view.id}`}>
            <Tab
              query={readable(writeListAddress(addressOf(view, entity)))}
              isCurrent={view === own}
              label={view.name}
              opened={() => opened(view)}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function queryOf(id: string, { list }: Entity): string {
  const { view } = readViewAddress(new URLSearchParams({ view: id }), list);
  return view === undefined ? "" : String(new URLSearchParams({ view }));
}

interface TabProps {
  readonly query: string;
  readonly isCurrent: boolean;
  readonly label: string;
  readonly opened?: () => void;
}

function Tab({ query, isCurrent, label, opened }: TabProps) {
  return (
    <Link
      to={{ search: query }}
      className="view-tab"
      title={label}
      aria-current={isCurrent ? "page" : undefined}
      onClick={opened}
    >
      {label}
    </Link>
  );
}

/** Says that the address names a view or a filter that the account does not have, before that leaves the address. */
function useUnknownAddress({ list }: Entity, say: Say): void {
  const { toasts } = useServices();
  const [params] = useSearchParams();
  const asked = params.get("view");
  const isUnknownView = asked !== null && !isView(asked, list);
  const isUnknownFilter = parseListFilter(params, list.filters).refused !== undefined;
  useEffect(() => {
    if (isUnknownView) toasts.show("warning", say("view.unknown"), "screen");
    if (isUnknownFilter) toasts.show("warning", say("filter.unknown"), "screen");
  }, [isUnknownView, isUnknownFilter, toasts, say]);
}
