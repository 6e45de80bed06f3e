import type { Effects } from "../../effects.ts";

const MAX_RECORDS = 10_000;
const TIMEOUT_MS = 500;
/** Records that are read together. */
const STEP = 100;

/** What is left for walks through stored records, while somebody waits to see what a draft comes to. */
export interface WalkBudget {
  records: number;
  readonly until: number;
}

export function walkBudget(effects: Effects, records = MAX_RECORDS): WalkBudget {
  return { records, until: effects.elapsed() + TIMEOUT_MS };
}

/** How many records to read next; 0 when the budget is used up. */
export function nextStep({ records, until }: WalkBudget, effects: Effects): number {
  return effects.elapsed() > until ? 0 : Math.min(STEP, records);
}
