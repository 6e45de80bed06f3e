/** The names of both lists in one order: that of `after`, each removed name behind the one it stood behind. */
export function mergeNames(before: readonly string[], after: readonly string[]): string[] {
  const left = new Set(after);
  const gone = new Map<string | undefined, string[]>();
  let last: string | undefined;
  for (const name of before) {
    if (left.has(name)) last = name;
    else gone.set(last, [...(gone.get(last) ?? []), name]);
  }
  return [...(gone.get(undefined) ?? []), ...after.flatMap((name) => [name, ...(gone.get(name) ?? [])])];
}

/** The fewest names that must move to make one order into the other. Names of one list alone do not count. */
export function movedNames(before: readonly string[], after: readonly string[]): Set<string> {
  const places = new Map(before.map((name, index) => [name, index]));
  const common = after.flatMap((name) => {
    const place = places.get(name);
    return place === undefined ? [] : [{ name, place }];
  });
  // The longest increasing subsequence stays; `ends[n]` is the entry that ends the best one of n + 1.
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  common.forEach(({ place }, index) => {
    const found = ends.findIndex((end) => (common[end]?.place ?? 0) > place);
    const at = found === -1 ? ends.length : found;
    previous[index] = ends[at - 1];
    ends[at] = index;
  });
  const moved = new Set(common.map(({ name }) => name));
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) {
    moved.delete(common[index]?.name ?? "");
  }
  return moved;
}

/** Things that have a label but no name, such as tabs. */
interface Group {
  readonly label: string;
  readonly members: readonly string[];
}

/** Which group became which, by index: those of one label, then those that share the most members. */
export function pairGroups(before: readonly Group[], after: readonly Group[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const isTaken = (to: number) => [...pairs.values()].includes(to);
  for (const [index, { label }] of before.entries()) {
    const to = after.findIndex((group, at) => group.label === label && !isTaken(at));
    if (to !== -1) pairs.set(index, to);
  }
  for (const [index, { members }] of before.entries()) {
    if (pairs.has(index)) continue;
    const shared = after.map((group, at) =>
      isTaken(at) ? 0 : group.members.filter((member) => members.includes(member)).length,
    );
    const most = Math.max(0, ...shared);
    if (most > 0) pairs.set(index, shared.indexOf(most));
  }
  return pairs;
}
