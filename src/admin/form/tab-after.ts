import type { Leaf } from "./leaves.ts";

/** The tab that most of the open one's fields stand in now. */
export function tabAfter(before: readonly Leaf[], next: readonly Leaf[], open: number): number {
  const counts = new Map<number, number>();
  for (const { path, tab } of before) {
    const now = tab === open ? next.find((leaf) => leaf.path === path)?.tab : undefined;
    if (now !== undefined) counts.set(now, (counts.get(now) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best?.[0] ?? Math.min(open, Math.max(0, ...next.map(({ tab }) => tab)));
}
