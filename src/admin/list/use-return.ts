import { type RefObject, useLayoutEffect, useRef } from "react";
import type { ListVisit } from "../shell/last-list.tsx";

interface Returned {
  /** How the list was left; undefined where the person comes to it anew. */
  readonly before: ListVisit | undefined;
  /** There are rows, or it is known that there are none. */
  readonly isDrawn: boolean;
  /** The rows are up to date: no newer answer is on its way. */
  readonly isCurrent: boolean;
  readonly rows: RefObject<HTMLElement | null>;
}

/**
 * A list that a person returns to stands as it was left. The row of the record whose form was open is in sight, and has the
 * focus, unless the person has put that elsewhere meanwhile; a new record comes with the next answer.
 */
export function useReturn({ before, isDrawn, isCurrent, rows }: Returned): void {
  const hasScrolled = useRef(false);
  const sought = useRef(before?.opened);
  useLayoutEffect(() => {
    if (before === undefined || !isDrawn) return;
    if (!hasScrolled.current) window.scrollTo(0, before.top);
    hasScrolled.current = true;
    const id = sought.current;
    const row = [...(rows.current?.children ?? [])].find((one) => one.getAttribute("data-record") === id);
    if (row !== undefined || isCurrent) sought.current = undefined;
    if (id === undefined || row === undefined) return;
    row.scrollIntoView({ block: "nearest" });
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.tagName === "H1")
      row.querySelector("a")?.focus({ preventScroll: true });
  });
}
