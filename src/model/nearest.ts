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

/** ` Did you mean "title"?`, or the names that are known, or nothing; to be put behind a sentence. */
export function suggestion(name: string, known: Iterable<string>): string {
  const names = [...known];
  const meant = nearest(name, names);
  if (meant !== undefined) return ` Did you mean "${meant}"?`;
  if (names.length === 0) return "";
  const shown = names.slice(0, MOST_NAMES).map((known) => `"${known}"`);
  return ` Known: ${shown.join(", ")}${names.length > MOST_NAMES ? ", …" : ""}.`;
}

const MOST_NAMES = 12;

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
