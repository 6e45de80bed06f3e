import type { ProblemCode } from "./problem-codes.ts";

/** What is wrong, not yet placed in a file. All for a person who does not program. */
export interface Fault {
  /** A sentence: what is wrong, with what was found. What it is about is said by `Problem.subject`. */
  readonly message: string;
  readonly found?: string;
  readonly expected?: string;
  /** The known name nearest to the one found. */
  readonly meant?: string;
  /** A sentence: what to do, where it can be said better than the code's own (`PROBLEM_CODES`) does. */
  readonly hint?: string;
}

/** One thing wrong in the config, said so that whoever edits it can correct it. */
export interface Problem extends Fault {
  /** What code and docs decide by. */
  readonly code: ProblemCode;
  /** Path of the file inside the config folder, e.g. `entities/books.json`. */
  readonly file: string;
  /** 1-based; 1:1 where the problem is the whole file's. */
  readonly line: number;
  readonly column: number;
  /** How many characters it is about, from there on: a name, a value, an opening bracket; 0 where it is about a place. */
  readonly length: number;
  /** JSON pointer inside the file. */
  readonly path: string;
  /** What it is about, by the labels that people read, from the outside in: entity, then fields. */
  readonly subject: readonly string[];
  readonly hint: string;
}

/** Between the labels of a subject. */
export const SUBJECT_SEPARATOR = " › ";

/** `entities/books.json:14:17 book › Price: …`: the one way in which a problem is written, wherever it is read. */
export function formatProblem(problem: Problem): string {
  const { file, line, column, subject, message, meant, hint, code } = problem;
  const about = subject.length === 0 ? "" : `${subject.join(SUBJECT_SEPARATOR)}: `;
  const guess = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  return `${file}:${line}:${column} ${about}${message}${guess} ${hint} [${code}]`;
}

/** Problems among others. Without their lines: a problem stays the same one when something is put above it. */
export function sameProblem(others: Iterable<Problem>): (problem: Problem) => boolean {
  const known = new Set([...others].map(nameOf));
  return (problem) => known.has(nameOf(problem));
}

function nameOf({ code, file, path, message }: Problem): string {
  return JSON.stringify([code, file, path, message]);
}

/** By file, then from top to bottom. */
export function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
