import type { Steps } from "../../../../compiler/steps.ts";
import type { Page, Part, WalkStatements } from "./walk.ts";

/** How many entries are passed to find a page nearby, before anything that takes longer. */
export const MAX_TRIED = 4096;

/**
 * The row numbers of a page of a walk in order: met at once, or by steps of so many entries each.
 * @param visited how many entries are looked at, at most: behind them the page has no rows
 */
export function* pageInSteps(
  statements: WalkStatements,
  { limit, skipped }: Page,
  step: number,
  visited: number,
): Steps<number[]> {
  const tried = Math.min(MAX_TRIED, step);
  if (skipped < tried) {
    const near = statements.part(statements.first(tried), { limit, skipped });
    if (near.length === limit || visited <= tried) return near;
  }
  yield;
  const rows: number[] = [];
  let rest = skipped;
  let part: Part | undefined = statements.first(step);
  for (let from = 0; part !== undefined && from < visited; from += step) {
    if (from > 0) yield;
    const passed = rest === 0 ? 0 : statements.count(part).count;
    if (rest > 0 && passed <= rest) rest -= passed;
    else {
      if (rest > 0) yield;
      rows.push(...statements.part(part, { limit: limit - rows.length, skipped: rest }));
      rest = 0;
    }
    if (rows.length === limit) break;
    part = statements.next(part);
  }
  return rows;
}
