import type { Connection } from "../driver.ts";

/** Less is not worth moving pages for: later writes use it again. */
const MIN_FREE_BYTES = 8 * 1024 * 1024;
/** A step blocks everyone: about a millisecond and a commit. */
const PAGES_PER_STEP = 64;

/** Whether much of the file is free. */
export function isWorthShrinking({ rows }: Connection): boolean {
  const [[bytes] = []] = rows(
    "select freelist_count * page_size from pragma_freelist_count, pragma_page_size",
    [],
  );
  return Number(bytes) >= MIN_FREE_BYTES;
}

/** Releases a few free pages in the open transaction; answers whether it did. A checkpoint then makes the file shorter. */
export function releasePages({ rows, exec }: Connection): boolean {
  const free = () => Number(rows("pragma freelist_count", [])[0]?.[0]);
  const before = free();
  if (before === 0) return false;
  exec(`pragma incremental_vacuum(${PAGES_PER_STEP})`);
  return free() < before;
}
