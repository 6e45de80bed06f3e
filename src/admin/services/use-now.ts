import { useEffect, useState } from "react";

/** How often what is written by it is looked at again: it changes once a minute. */
const TICK_MS = 20_000;

/** The time by which "3 minutes ago" is written; it moves on while the screen is open. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
