import { type KeyboardEvent, useSyncExternalStore } from "react";
import type { Tab } from "../../model/entity.ts";
import { Shelters } from "../shelters.tsx";
import { panelId, tabId } from "./field-ids.ts";
import { useForm } from "./form-context.ts";
import { Slot, useSlots } from "./slots.tsx";
import type { Content } from "./use-lasting-contents.ts";
import "./form-tabs.css";

/** The form's tabs. Panels that are not open stay mounted, so that nothing typed or held in them is lost. */
export function FormTabs({ contents }: { readonly contents: ReadonlyMap<string, Content> }) {
  const { hostOf, portals } = useSlots(contents);
  return (
    <>
      <Tabs hostOf={hostOf} />
      <Shelters items={portals} />
    </>
  );
}

/** Where the element of a field stands. */
type HostOf = (name: string) => HTMLElement;

function Tabs({ hostOf }: { readonly hostOf: HostOf }) {
  const { entity, store } = useForm();
  const open = useSyncExternalStore(store.subscribe, store.tab);
  const { tabs } = entity.form;
  const [only] = tabs;
  if (tabs.length === 1 && only !== undefined) return <Rows tab={only} hostOf={hostOf} />;
  return (
    <>
      <TabList tabs={tabs} open={open} />
      {tabs.map((tab, index) => (
        <div
          key={tabId(index)}
          id={panelId(index)}
          role="tabpanel"
          aria-labelledby={tabId(index)}
          hidden={index !== open}
        >
          <Rows tab={tab} hostOf={hostOf} />
        </div>
      ))}
    </>
  );
}

function TabList({ tabs, open }: { readonly tabs: readonly Tab[]; readonly open: number }) {
  const { store, say } = useForm();
  const counts = useSyncExternalStore(store.subscribe, store.errorCounts);

  function move(event: KeyboardEvent) {
    const target = moved(event.key, open, tabs.length);
    if (target === undefined) return;
    event.preventDefault();
    store.openTab(target);
    document.getElementById(tabId(target))?.focus();
  }

  return (
    <div className="tabs" role="tablist" onKeyDown={move}>
      {tabs.map(({ label }, index) => {
        const count = counts[index] ?? 0;
        return (
          <button
            key={tabId(index)}
            id={tabId(index)}
            type="button"
            role="tab"
            className="tab"
            aria-selected={index === open}
            aria-controls={panelId(index)}
            tabIndex={index === open ? 0 : -1}
            onClick={() => store.openTab(index)}
          >
            {label}
            {count > 0 && (
              <>
                <span className="tab-errors" aria-hidden="true">
                  {count}
                </span>
                <span className="unseen">{say("form.tabErrors", { count })}</span>
              </>
            )}
          </button>
        );
      })}
    </div>
  );
}

function moved(key: string, open: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (open + 1) % count;
    case "ArrowLeft":
      return (open + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

function Rows({ tab, hostOf }: { readonly tab: Tab; readonly hostOf: HostOf }) {
  const slot = (name: string) => <Slot key={name} host={hostOf(name)} />;
  return (
    <div className="form-rows">
      {tab.rows.map((row) =>
        row.length === 1 ? (
          slot(row[0] ?? "")
        ) : (
          <div key={row.join(" ")} className="form-field-row">
            {row.map(slot)}
          </div>
        ),
      )}
    </div>
  );
}
