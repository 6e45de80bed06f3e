import { type RefObject, useLayoutEffect } from "react";

/** An element that is moved in the document loses the focus: it gets it back where the rows around it were only ordered anew. */
export function useMovedFocus(rows: RefObject<HTMLElement | null>): void {
  const { activeElement } = document;
  const before = rows.current?.contains(activeElement) === true ? activeElement : null;
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  });
}
