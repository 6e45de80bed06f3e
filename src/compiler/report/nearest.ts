/** The known name that is nearest to a mistyped one; undefined if none is near. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const steps = distance(name.toLowerCase(), candidate.toLowerCase(), least);
    if (steps < least) {
      least = steps;
      best = candidate;
    }
  }
  return best;
}

/** What to do with a key that means another one beside it. */
export const GIVEN_ALREADY = "It is given already: remove this one.";

/** `nameHints` for many names: the first have hints, the others none. */
export function hintsForSome(): typeof nameHints {
  let left = MAX_HINTS;
  return (name, known) => nameHints(name, left-- > 0 ? known : []);
}

/** The parts of a fault about an unknown name: the nearest known one, else a list of them. */
export function nameHints(
  name: string,
  known: Iterable<string>,
): { readonly found: string; readonly meant?: string; readonly expected?: string; readonly hint?: string } {
  // A name that is found wrong is never the one that is meant, whoever knows it.
  const names = [...new Set(known)].filter((one) => one !== name);
  const isLong = name.length > MAX_NAME_LENGTH;
  const found = `"${isLong ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name}"`;
  if (isLong || names.length === 0 || names.length > MAX_NAMES) return { found };
  const meant = nearest(name, names);
  const few = names.length <= MAX_LISTED;
  const shown = quoted(few ? names : closest(name, names));
  const expected = few ? `one of ${shown}` : `a known name, such as ${shown}`;
  if (meant !== undefined) return { found, expected, meant };
  const hint =
    names.length === 1 ? `Write ${shown}.` : few ? `Write one of ${shown}.` : `Nearest to it are ${shown}.`;
  return { found, expected, hint };
}

/** `"a", "b"` */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

/** Longer lists are shortened. */
const MAX_LISTED = 16;
const MAX_NEAREST = 5;
/** Longer names, or more of them, take too long to compare. */
const MAX_NAME_LENGTH = 64;
const MAX_NAMES = 1000;
/** Of one kind, so that nobody waits for comparisons of names. */
export const MAX_HINTS = 50;

/** The nearest names; a common beginning counts, since names of one kind often share it. */
function closest(name: string, known: readonly string[]): string[] {
  const low = name.toLowerCase();
  const best: { readonly one: string; readonly far: number }[] = [];
  for (const one of known) {
    const shared = 2 * sharedStart(name, one);
    const most = best.length < MAX_NEAREST ? Number.POSITIVE_INFINITY : (best.at(-1)?.far ?? 0);
    if (Math.abs(one.length - name.length) - shared >= most) continue;
    const far = distance(low, one.toLowerCase(), most + shared) - shared;
    if (far >= most) continue;
    best.push({ one, far });
    best.sort((a, b) => a.far - b.far);
    if (best.length > MAX_NEAREST) best.pop();
  }
  return best.map(({ one }) => one);
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** The rows of `distance`, which is called too often to make its own. */
const row = () => new Uint8Array(MAX_NAME_LENGTH + 1);
const ROWS = [row(), row(), row()] as const;

/** Edits between two words, where a swap of neighbours is one; at most `most`, which is also the answer for long words. */
function distance(a: string, b: string, most: number): number {
  if (a.length > MAX_NAME_LENGTH || b.length > MAX_NAME_LENGTH) return most;
  let [before, previous, current] = ROWS;
  for (let j = 0; j <= b.length; j++) previous[j] = j;
  let leastBefore = 0;
  for (let i = 1; i <= a.length; i++) {
    current[0] = i;
    let least = i;
    const letter = a.charCodeAt(i - 1);
    const letterBefore = i > 1 ? a.charCodeAt(i - 2) : Number.NaN;
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1);
      let steps = (previous[j - 1] ?? 0) + (letter === other ? 0 : 1);
      steps = Math.min(steps, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      if (j > 1 && letterBefore === other && letter === b.charCodeAt(j - 2)) {
        steps = Math.min(steps, (before[j - 2] ?? 0) + 1);
      }
      current[j] = steps;
      if (steps < least) least = steps;
    }
    // A swap looks back two rows.
    if (Math.min(least, leastBefore) >= most) return most;
    leastBefore = least;
    [before, previous, current] = [previous, current, before];
  }
  return Math.min(previous[b.length] ?? 0, most);
}
