import type { Connection } from "../driver.ts";

/** What is freed is used again by what comes; only much of it is worth moving pages for. */
const MIN_FREE_BYTES = 8 * 1024 * 1024;
/** About a millisecond and a commit; a step holds up everyone. */
const PAGES_PER_STEP = 64;

/** Whether much of the file is free. */
export function isWorthShrinking({ rows }: Pick<Connection, "rows">): boolean {
  const [[bytes] = []] = rows(
    "select freelist_count * page_size from pragma_freelist_count, pragma_page_size",
    [],
  );
  return Number(bytes) >= MIN_FREE_BYTES;
}

/**
 * Cuts a few free pages off the file, in the transaction that is open; answers whether it did. A checkpoint then makes
 * the file shorter.
 */
export function releasePages({ rows, exec }: Pick<Connection, "rows" | "exec">): boolean {
  const free = () => Number(rows("pragma freelist_count", [])[0]?.[0]);
  const before = free();
  if (before === 0) return false;
  exec(`pragma incremental_vacuum(${PAGES_PER_STEP})`);
  return free() < before;
}
