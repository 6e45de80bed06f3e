import { useState } from "react";
import { useLocation } from "react-router-dom";

/** The state of a step to a form that returns to another address than its list. */
export const returningTo = (from: string) => ({ from });

/** Where a form returns to, as it was when it was opened; undefined: to its list. */
export function useWayBack(): string | undefined {
  const { state } = useLocation();
  const [from] = useState(() => (typeof state?.from === "string" ? state.from : undefined));
  return from;
}
