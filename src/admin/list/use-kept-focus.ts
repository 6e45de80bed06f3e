import { type RefObject, useLayoutEffect } from "react";

/**
 * When an element that has the focus in it is removed, the focus moves on: from a row to the one beside it, else to the heading.
 * @param actions the controls of a row, of which the first gets it
 */
export function useKeptFocus(going: RefObject<HTMLElement | null>, actions = ".row-action"): void {
  useLayoutEffect(() => {
    const element = going.current;
    return () => {
      if (element === null || !element.contains(document.activeElement)) return;
      const neighbour = element.nextElementSibling ?? element.previousElementSibling;
      const next = neighbour?.querySelector<HTMLElement>(actions) ?? document.querySelector("h1");
      next?.focus();
    };
  }, [going, actions]);
}
