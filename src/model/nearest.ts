/** The known name that a mistyped one most likely meant; undefined when none is close. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const steps = distance(name.toLowerCase(), candidate.toLowerCase());
    if (steps < least) {
      least = steps;
      best = candidate;
    }
  }
  return best;
}

/** What a fault says of a name that is not known: the nearest known one, else which there are. */
export function nameHints(
  name: string,
  known: Iterable<string>,
): { readonly found: string; readonly meant?: string; readonly expected?: string; readonly mend?: string } {
  const names = [...new Set(known)];
  const meant = nearest(name, names);
  const found = `"${name}"`;
  if (names.length === 0) return { found };
  const few = names.length <= FEW;
  const shown = quoted(few ? names : closest(name, names));
  const expected = few ? `one of ${shown}` : `a known name, such as ${shown}`;
  if (meant !== undefined) return { found, expected, meant };
  const mend =
    names.length === 1 ? `Write ${shown}.` : few ? `Write one of ${shown}.` : `Nearest to it are ${shown}.`;
  return { found, expected, mend };
}

/** `"a", "b"` */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

/** So many names are still read. */
const FEW = 16;
const CLOSEST = 5;

/** Those that begin alike first: names of one kind often do. */
function closest(name: string, known: readonly string[]): string[] {
  const far = new Map(
    known.map((one) => [one, distance(name.toLowerCase(), one.toLowerCase()) - 2 * sharedStart(name, one)]),
  );
  return [...known].sort((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0)).slice(0, CLOSEST);
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** Edits between two words, a swap of neighbours counting as one. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let steps = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        steps = Math.min(steps, (before[j - 2] ?? 0) + 1);
      }
      current.push(steps);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
