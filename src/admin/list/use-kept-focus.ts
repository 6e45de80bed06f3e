import { type RefObject, useLayoutEffect } from "react";

/** When an element that has the focus in it is removed, the focus moves on: from a row to the one beside it, else to the heading. */
export function useKeptFocus(going: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = going.current;
    return () => {
      if (element === null || !element.contains(document.activeElement)) return;
      const neighbour = element.nextElementSibling ?? element.previousElementSibling;
      const next = neighbour?.querySelector<HTMLElement>(".row-action") ?? document.querySelector("h1");
      next?.focus();
    };
  }, [going]);
}
