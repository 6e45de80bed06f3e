import "./form-tabs.css";
import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import {
  type KeyboardEvent,
  type ReactElement,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import type { Tab } from "../../model/entity.ts";
import { joinPath } from "../../record/path.ts";
import { ErrorBoundaries } from "../services/error-boundary.tsx";
import { panelId, tabId } from "./field/field-ids.ts";
import { useForm } from "./field/open-form.ts";

interface Content {
  /** Whether it is a field or a group, and its name: where one becomes the other, it is mounted again. */
  readonly key: string;
  readonly element: ReactElement;
}

/** The form itself as tabs and rows; an object whose fields are edited one by one as a group with its label. */
export function ObjectFieldTemplate({ fieldPathId, title, properties }: ObjectFieldTemplateProps) {
  const { store, formField } = useForm();
  const path = joinPath(fieldPathId.path);
  const shown = useSyncExternalStore(store.subscribe, () => store.state(path).shown);
  const contents = new Map(
    properties.map(({ name, content }): [string, Content] => {
      const kind = formField(path === "" ? name : `${path}.${name}`) === undefined ? "group" : "field";
      return [name, { key: `${kind} ${name}`, element: content }];
    }),
  );
  if (path === "") return <FormTabs contents={contents} />;
  return (
    <fieldset className="form-field-group" hidden={!shown}>
      <legend>{title}</legend>
      <div className="form-field-row">
        <ErrorBoundaries items={new Map([...contents.values()].map(({ key, element }) => [key, element]))} />
      </div>
    </fieldset>
  );
}

/**
 * The form's tabs; those that are not open stay mounted. Each content has an element of its own on the page and one
 * place in React's tree: a field that moves to another row or tab stays the same field, with all its state.
 */
function FormTabs({ contents }: { readonly contents: ReadonlyMap<string, Content> }) {
  const [hosts] = useState(() => new Map<string, HTMLElement>());
  const hostOf = (name: string) => {
    const host = hosts.get(name) ?? document.createElement("div");
    host.className = "form-slot";
    hosts.set(name, host);
    return host;
  };
  const portals = [...contents].map(
    ([name, { key, element }]) => [key, createPortal(element, hostOf(name))] as const,
  );
  return (
    <>
      <Columns hostOf={hostOf} />
      <ErrorBoundaries items={new Map(portals)} />
    </>
  );
}

/** The element that a field is drawn in. */
type HostOf = (name: string) => HTMLElement;

/** The tabs, and beside them what the config puts into the rail: state, pictures. */
function Columns({ hostOf }: { readonly hostOf: HostOf }) {
  const { rail } = useForm().entity.form;
  if (rail.length === 0) return <Tabs hostOf={hostOf} />;
  return (
    <div className="form-columns">
      <div className="form-main">
        <Tabs hostOf={hostOf} />
      </div>
      <div className="form-rail form-rows">
        {rail.map((name) => (
          <Slot key={name} host={hostOf(name)} />
        ))}
      </div>
    </div>
  );
}

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

/** Where a field's element is on the page. */
function Slot({ host }: { readonly host: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Moving an element takes the focus out of it.
    if (host.parentElement !== place.current) place.current?.append(host);
  }, [host]);
  return <div ref={place} className="form-slot" />;
}
