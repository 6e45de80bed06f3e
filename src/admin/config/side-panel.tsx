import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

interface SideTab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** How many things there are; 0 is not shown. */
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
    const index = (tabs.findIndex((tab) => tab.id === open) + step) % tabs.length;
    const next = tabs.at(index);
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    onOpen(next.id);
    [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])].at(index)?.focus();
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
      <div
        id={`${id}-panel`}
        className="config-panel"
        role="tabpanel"
        aria-labelledby={`${id}-${open}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reached by keyboard
        tabIndex={0}
      >
        {children}
      </div>
    </section>
  );
}
