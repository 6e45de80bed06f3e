import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";

const TAB = "tab";

/** The index of the tab that the address names; of the first where it names none. */
export function tabIn(params: URLSearchParams, count: number): number {
  const index = Array.from({ length: count }, (_, tab) => nameOf(tab)).indexOf(params.get(TAB));
  return Math.max(0, index);
}

/** Has the address name the open tab, so that a reload or a link opens it; a name that is none leaves the address. */
export function useTabInAddress(open: number): void {
  const [params, setParams] = useSearchParams();
  const isNamed = params.get(TAB) === nameOf(open);
  useEffect(() => {
    if (isNamed) return;
    const next = new URLSearchParams(params);
    const name = nameOf(open);
    if (name === null) next.delete(TAB);
    else next.set(TAB, name);
    setParams(next, { replace: true });
  }, [isNamed, open, params, setParams]);
}

/** By its number from 1. The first is not named. */
const nameOf = (tab: number) => (tab === 0 ? null : String(tab + 1));
