import type { ProblemCode } from "./problem-codes.ts";

/** One thing wrong in the config, said so that whoever edits it can mend it. */
export interface Problem {
  /** What code and docs decide by. */
  readonly code: ProblemCode;
  /** Path of the file inside the config folder, e.g. `entities/books.json`. */
  readonly file: string;
  /** 1-based; 1:1 where the problem is the whole file's. */
  readonly line: number;
  readonly column: number;
  /** JSON pointer inside the file. */
  readonly path: string;
  /** A sentence: which entity and field by their labels, what was found, what is allowed, how to mend it. */
  readonly message: string;
}

/** `entities/books.json:14:17 …`: the one way in which a problem is written, wherever it is read. */
export function formatProblem(problem: Problem): string {
  return `${problem.file}:${problem.line}:${problem.column} ${problem.message} [${problem.code}]`;
}
