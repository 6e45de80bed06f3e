import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

export interface SideTab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** How many things wait there; 0 says nothing. */
  readonly count?: number;
}

interface SidePanelProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly SideTab<Id>[];
  readonly open: Id;
  readonly onOpen: (id: Id) => void;
  readonly children: ReactNode;
}

/** Tabs over one panel. */
export function SidePanel<Id extends string>({ label, tabs, open, onOpen, children }: SidePanelProps<Id>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.id === open);
    const index = (at + step + tabs.length) % tabs.length;
    const next = tabs[index];
    if (next === undefined) return;
    onOpen(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
  return (
    <section className="config-side" aria-label={label}>
      <div ref={list} className="config-tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            className="config-tab"
            aria-selected={tab.id === open}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === open ? 0 : -1}
            onClick={() => onOpen(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && <span className="config-count">{tab.count}</span>}
          </button>
        ))}
      </div>
      {/* A panel may hold nothing that takes the focus, and still scrolls. */}
      <div
        id={`${id}-panel`}
        className="config-panel"
        role="tabpanel"
        aria-labelledby={`${id}-${open}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
      >
        {children}
      </div>
    </section>
  );
}
