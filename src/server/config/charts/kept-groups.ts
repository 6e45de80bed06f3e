import { CHART_KEPT_MS } from "../../../wire/chart.ts";
import type { Effects } from "../../effects.ts";
import type { StoreGroups } from "../../store/store-queries.ts";

/** Groups with the time at which they were asked for. */
interface ComputedGroups {
  readonly groups: StoreGroups;
  readonly computedAt: Date;
}

/** Groups by what was asked of the store, each for a minute: they take long, and many look at the start page at the same time. */
export interface KeptGroups {
  /** @param key all that the groups depend on, so also what the account may see */
  get(key: string, compute: () => Promise<StoreGroups>): Promise<ComputedGroups>;
}

/** Of 200 groups each, some megabytes. */
const MAX_KEPT = 200;

interface Kept {
  /** Of the clock that is never set back; undefined while they are computed. */
  until: number | undefined;
  readonly computed: Promise<ComputedGroups>;
}

export function makeKeptGroups({ now, elapsed }: Pick<Effects, "now" | "elapsed">): KeptGroups {
  const kept = new Map<string, Kept>();

  /** Groups that are still computed stay: others who ask for them wait for the same result. */
  function forgetOld(): void {
    const time = elapsed();
    for (const [key, { until }] of kept) if (until !== undefined && until <= time) kept.delete(key);
    for (const [key, { until }] of kept) {
      if (kept.size < MAX_KEPT) return;
      if (until !== undefined) kept.delete(key);
    }
  }

  return {
    get(key, compute) {
      forgetOld();
      const known = kept.get(key);
      if (known !== undefined) return known.computed;
      const computedAt = now();
      const one: Kept = { until: undefined, computed: compute().then((groups) => ({ groups, computedAt })) };
      kept.set(key, one);
      one.computed.then(
        () => {
          one.until = elapsed() + CHART_KEPT_MS;
        },
        () => kept.delete(key),
      );
      return one.computed;
    },
  };
}
