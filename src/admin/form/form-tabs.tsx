import { type KeyboardEvent, type ReactElement, useSyncExternalStore } from "react";
import type { Tab } from "../../model/entity.ts";
import { panelId, tabId } from "./field-ids.ts";
import { useForm } from "./form-context.ts";
import "./form-tabs.css";

type Contents = ReadonlyMap<string, ReactElement>;

/** The form's tabs. Panels that are not open stay mounted, so that nothing typed or held in them is lost. */
export function FormTabs({ contents }: { readonly contents: Contents }) {
  const { entity, store } = useForm();
  const open = useSyncExternalStore(store.subscribe, store.tab);
  const { tabs } = entity.form;
  const [only] = tabs;
  if (tabs.length === 1 && only !== undefined) return <Rows tab={only} contents={contents} />;
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
          <Rows tab={tab} contents={contents} />
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

function Rows({ tab, contents }: { readonly tab: Tab; readonly contents: Contents }) {
  return (
    <div className="form-rows">
      {tab.rows.map((row) =>
        row.length === 1 ? (
          contents.get(row[0] ?? "")
        ) : (
          <div key={row.join(" ")} className="form-field-row">
            {row.map((name) => contents.get(name))}
          </div>
        ),
      )}
    </div>
  );
}
