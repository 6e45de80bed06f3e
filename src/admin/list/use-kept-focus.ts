import { type RefObject, useLayoutEffect } from "react";

/** A row that goes away with the focus in it passes it on: to the row beside it, from the last one to the heading. */
export function useKeptFocus(row: RefObject<HTMLTableRowElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element === null || !element.contains(document.activeElement)) return;
      const neighbour = element.nextElementSibling ?? element.previousElementSibling;
      const heir = neighbour?.querySelector<HTMLElement>(".row-action") ?? document.querySelector("h1");
      if (heir instanceof HTMLElement) heir.focus();
    };
  }, [row]);
}
