/** A part of a text that both have, or only one of them. */
export interface TextPart {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Two texts are compared part by part as long as one's parts times the other's are no more: some 20 ms. */
const MAX_PAIRS = 2_000_000;

/**
 * What was removed from a text and what was added, by words; by lines where so many words differ that it would take long, else as a
 * whole. Words are those of the language, also where it has no blanks.
 */
export function textDiff(was: string, now: string, language?: string): readonly TextPart[] {
  for (const cut of [wordsOf, linesOf]) {
    const [one, other] = [cut(was, language), cut(now, language)];
    const start = sharedStart(one, other);
    const end = sharedStart(one.slice(start).reverse(), other.slice(start).reverse());
    const [removed, added] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
    if (removed.length * added.length > MAX_PAIRS) continue;
    return joined([
      ...parts("same", one.slice(0, start)),
      ...between(removed, added),
      ...parts("same", one.slice(one.length - end)),
    ]);
  }
  return joined([...parts("removed", [was]), ...parts("added", [now])]);
}

function wordsOf(text: string, language: string | undefined): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function sharedStart(one: readonly string[], other: readonly string[]): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one[at] === other[at]) at += 1;
  return at;
}

const parts = (kind: TextPart["kind"], texts: readonly string[]): TextPart[] =>
  texts.map((text) => ({ kind, text }));

/** The parts of the longest sequence that both have are the same. */
function between(removed: readonly string[], added: readonly string[]): readonly TextPart[] {
  const width = added.length + 1;
  /** How long that sequence is from here to the ends. */
  const left = new Uint16Array((removed.length + 1) * width);
  const at = (row: number, column: number) => left[row * width + column] ?? 0;
  for (let row = removed.length - 1; row >= 0; row -= 1)
    for (let column = added.length - 1; column >= 0; column -= 1)
      left[row * width + column] =
        removed[row] === added[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const found: TextPart[] = [];
  let [row, column] = [0, 0];
  while (row < removed.length || column < added.length) {
    const [one, other] = [removed[row], added[column]];
    if (one !== undefined && one === other) {
      found.push({ kind: "same", text: one });
      [row, column] = [row + 1, column + 1];
    } else if (one !== undefined && (other === undefined || at(row + 1, column) >= at(row, column + 1))) {
      found.push({ kind: "removed", text: one });
      row += 1;
    } else {
      found.push({ kind: "added", text: other ?? "" });
      column += 1;
    }
  }
  return found;
}

/** Side by side of one kind as one; a blank between two changes belongs to both, so that words are not torn. */
function joined(all: readonly TextPart[]): readonly TextPart[] {
  const whole: TextPart[] = [];
  let run: Record<"removed" | "added", string> = { removed: "", added: "" };
  const end = () => {
    for (const kind of ["removed", "added"] as const)
      if (run[kind] !== "") whole.push({ kind, text: run[kind] });
    run = { removed: "", added: "" };
  };
  for (const [index, { kind, text }] of all.entries()) {
    if (kind !== "same") run[kind] += text;
    else if (isBridge(text, run, all[index + 1]))
      run = { removed: run.removed + text, added: run.added + text };
    else {
      end();
      const last = whole.at(-1);
      if (last?.kind === "same") whole[whole.length - 1] = { kind, text: last.text + text };
      else if (text !== "") whole.push({ kind, text });
    }
  }
  end();
  return whole;
}

function isBridge(
  text: string,
  { removed, added }: Record<string, string>,
  next: TextPart | undefined,
): boolean {
  return (
    /^[^\S\n]+$/.test(text) && removed !== "" && added !== "" && next !== undefined && next.kind !== "same"
  );
}

/** The unchanged parts of a comparison cut to what is near a change. */
export function shortened(all: readonly TextPart[], near = 80): readonly TextPart[] {
  return all.map(({ kind, text }, index) => {
    const [isFirst, isLast] = [index === 0, index === all.length - 1];
    if (kind !== "same" || text.length <= 3 * near) return { kind, text };
    const [start, end] = [isFirst ? "" : text.slice(0, near), isLast ? "" : text.slice(-near)];
    return { kind, text: `${start} … ${end}` };
  });
}
