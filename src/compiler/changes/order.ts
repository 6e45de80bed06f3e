/** The names of both lists in one order: that of `after`, what is gone behind what stood before it. */
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

/** The fewest names whose moving makes the one order of the other. Names of one list alone are passed over. */
export function movedNames(before: readonly string[], after: readonly string[]): Set<string> {
  const places = new Map(before.map((name, index) => [name, index]));
  const common = after.flatMap((name) => {
    const place = places.get(name);
    return place === undefined ? [] : [{ name, place }];
  });
  // the longest run that keeps its order stays; `ends[n]` is the entry that ends the best run of n + 1
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

/** Things that have a name for people but none of their own, such as tabs. */
export interface Group {
  readonly label: string;
  readonly members: readonly string[];
}

/** Which group became which, by index: those of one label, then those that share the most members. */
export function pairGroups(before: readonly Group[], after: readonly Group[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  const pair = (from: number, to: number) => {
    pairs.set(from, to);
    taken.add(to);
  };
  before.forEach(({ label }, index) => {
    const to = after.findIndex((group, at) => group.label === label && !taken.has(at));
    if (to !== -1) pair(index, to);
  });
  before.forEach(({ members }, index) => {
    if (pairs.has(index)) return;
    const shared = after.map((group, at) =>
      taken.has(at) ? 0 : group.members.filter((member) => members.includes(member)).length,
    );
    const most = Math.max(0, ...shared);
    if (most > 0) pair(index, shared.indexOf(most));
  });
  return pairs;
}
