import { useCallback, useLayoutEffect, useState } from "react";

/** Below this width of the window, in pixels, the sidebar begins collapsed and collapses whenever the window changes. */
export const NARROW = 768;

export interface SidebarState {
  readonly collapsed: boolean;
  readonly toggle: () => void;
  /** On a narrow window, where it lies over the page: out of the way again. */
  readonly chosen: () => void;
}

const isNarrow = () => window.innerWidth < NARROW;

export function useSidebar(): SidebarState {
  const [collapsed, setCollapsed] = useState(isNarrow);
  const collapseIfNarrow = useCallback(() => {
    if (isNarrow()) setCollapsed(true);
  }, []);
  // With the paint that shows it: a window changed in the same moment is heard.
  useLayoutEffect(() => {
    window.addEventListener("resize", collapseIfNarrow);
    return () => window.removeEventListener("resize", collapseIfNarrow);
  }, [collapseIfNarrow]);
  return { collapsed, toggle: () => setCollapsed(!collapsed), chosen: collapseIfNarrow };
}
