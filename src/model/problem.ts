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
  /** How many characters it is about, from there on; 0 where it is about a place. */
  readonly length?: number;
  /** What it is about, by the labels that people read, from the outside in: entity, then fields. */
  readonly subject?: readonly string[];
  /** A sentence: what is wrong, what was found. */
  readonly message: string;
  /** What was found, what would be right, and which known name is nearest to it; each where there is such a thing. */
  readonly found?: string;
  readonly expected?: string;
  readonly meant?: string;
  /** A sentence: what to do. */
  readonly mend?: string;
}

/** `entities/books.json:14:17 …`: the one way in which a problem is written, wherever it is read. */
export function formatProblem(problem: Problem): string {
  return `${problem.file}:${problem.line}:${problem.column} ${problem.message} [${problem.code}]`;
}
