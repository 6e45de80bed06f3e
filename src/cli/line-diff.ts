/** Lines of context around a change. */
const AROUND = 2;

/** The lines in which two texts differ, as `diff -u` writes them, without its heads: the rest is left out. */
export function lineDiff(before: string, after: string): string[] {
  const rows = compare(before.split("\n"), after.split("\n"));
  const near = rows.map((_, at) =>
    rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some((row) => !row.startsWith(" ")),
  );
  return rows.flatMap((row, at) => (near[at] ? [row] : near[at - 1] ? ["  …"] : []));
}

/** Every line, kept (` `), gone (`-`) or new (`+`), by the longest common run of lines. */
function compare(before: readonly string[], after: readonly string[]): string[] {
  // longest[i][j]: how many lines the ends of both have in common, from i and from j on
  const longest = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  const common = (i: number, j: number) => longest[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const row = longest[i];
      if (row !== undefined) {
        row[j] =
          before[i] === after[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1));
      }
    }
  }
  const rows: string[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      rows.push(`  ${before[i]}`);
      i++;
      j++;
    } else if (j >= after.length || (i < before.length && common(i + 1, j) >= common(i, j + 1))) {
      rows.push(`- ${before[i]}`);
      i++;
    } else {
      rows.push(`+ ${after[j]}`);
      j++;
    }
  }
  return rows;
}
