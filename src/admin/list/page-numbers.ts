/** Most entries a pager shows, gaps included. Always this many where there are more pages, so that nothing jumps. */
const SLOTS = 7;

/** Which pages the pager offers: the first, the last, those around the current one; "gap" where some are left out. */
export function pageNumbers(current: number, count: number): readonly (number | "gap")[] {
  if (count <= SLOTS) return range(1, count);
  if (current <= 4) return [...range(1, 5), "gap", count];
  if (current >= count - 3) return [1, "gap", ...range(count - 4, count)];
  return [1, "gap", ...range(current - 1, current + 1), "gap", count];
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
