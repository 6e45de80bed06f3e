import "./form-tabs.css";
import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type ReactPortal,
  useCallback,
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

/** The form's tabs. Panels that are not open stay mounted, so that nothing typed or held in them is lost. */
export function FormTabs({ contents }: { readonly contents: ReadonlyMap<string, Content> }) {
  const { hostOf, portals } = useSlots(contents);
  return (
    <>
      <Tabs hostOf={hostOf} />
      <ErrorBoundaries items={portals} />
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

/** The form itself as tabs and rows; an object whose fields are edited one by one as a group with its name. */
export function ObjectFieldTemplate({ fieldPathId, title, properties }: ObjectFieldTemplateProps) {
  const path = joinPath(fieldPathId.path);
  const contents = useContents(path, properties);
  if (path === "") return <FormTabs contents={contents} />;
  return (
    <FieldGroup path={path} title={title}>
      <ErrorBoundaries items={new Map([...contents.values()].map(({ key, element }) => [key, element]))} />
    </FieldGroup>
  );
}

interface FieldGroupProps {
  readonly path: string;
  readonly title: string;
  readonly children: ReactNode;
}

function FieldGroup({ path, title, children }: FieldGroupProps) {
  const { store } = useForm();
  const shown = useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.state(path).shown, [store, path]),
  );
  return (
    <fieldset className="form-field-group" hidden={!shown}>
      <legend>{title}</legend>
      <div className="form-field-row">{children}</div>
    </fieldset>
  );
}

/**
 * Keeps each content in an element of its own, drawn at one place of React's tree wherever the element stands on the page:
 * a field that moves to another row or tab stays the same field, with all that it holds.
 */
function useSlots(contents: ReadonlyMap<string, Content>): {
  hostOf(name: string): HTMLElement;
  /** By what they show. */
  readonly portals: ReadonlyMap<string, ReactPortal>;
} {
  const [hosts] = useState(() => new Map<string, HTMLElement>());
  const hostOf = (name: string) => {
    const host = hosts.get(name) ?? document.createElement("div");
    host.className = "form-slot";
    hosts.set(name, host);
    return host;
  };
  return {
    hostOf,
    portals: new Map(
      [...contents].map(([name, { key, element }]) => [key, createPortal(element, hostOf(name))]),
    ),
  };
}

/** The place on the page of an element of `useSlots`. */
function Slot({ host }: { readonly host: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // An element that is moved loses the focus: not without need.
    if (host.parentElement !== place.current) place.current?.append(host);
  }, [host]);
  return <div ref={place} className="form-slot" />;
}

interface Content {
  /** What it is: a field, or a group of fields, of this name. */
  readonly key: string;
  readonly element: ReactElement;
}

/** What RJSF draws of an object, by name. */
function useContents(
  path: string,
  properties: ObjectFieldTemplateProps["properties"],
): ReadonlyMap<string, Content> {
  const { formField } = useForm();
  return new Map(
    properties.map(({ name, content }) => {
      const kind = formField(path === "" ? name : `${path}.${name}`) === undefined ? "group" : "field";
      return [name, { key: `${kind} ${name}`, element: content }];
    }),
  );
}
