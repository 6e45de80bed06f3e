import type { Problem } from "../../model/problem.ts";

/**
 * Problems that something names an entity that is not there say that its file can be put back: for certain where
 * `isRemoved` knows that the file (`entities/books.json`) was there, else where no similar name explains them.
 */
export function explainRemovals(
  problems: readonly Problem[],
  isRemoved: (file: string) => boolean,
): readonly Problem[] {
  return problems.map((problem) => {
    if (problem.code !== "UNKNOWN_ENTITY" || problem.found === undefined) return problem;
    const file = `entities/${problem.found.slice(1, -1)}.json`;
    const { meant, ...rest } = problem;
    if (isRemoved(file))
      return { ...rest, hint: `${file} was removed: put it back, or remove all that refers to it.` };
    if (meant !== undefined || problem.hint.includes(file)) return problem;
    return {
      ...rest,
      hint: `${problem.hint} If ${file} was removed, put it back, or remove all that refers to it.`,
    };
  });
}

/** Whether an entity that is not there was there, as far as its samples tell: they are there, and other files name it. */
export function removedBeside(
  problems: readonly Problem[],
  sampleFiles: ReadonlySet<string>,
): (file: string) => boolean {
  const named = new Set(
    problems
      .filter(({ code, file }) => code === "UNKNOWN_ENTITY" && !file.startsWith("samples/"))
      .map(({ found = "" }) => found.slice(1, -1)),
  );
  return (file) => {
    const id = file.slice("entities/".length, -".json".length);
    return sampleFiles.has(id) && named.has(id);
  };
}
