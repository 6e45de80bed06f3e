import type { ProblemCode } from "./problem-codes.ts";

/** Something wrong in a config, not yet placed in a file. Written for people who do not program. */
export interface Fault {
  /** A sentence: what is wrong, with what was found. `Problem.subject` names what it is about. */
  readonly message: string;
  readonly found?: string;
  readonly expected?: string;
  /** The known name most like the one found. */
  readonly meant?: string;
  /** A sentence: what to do, where the general one of the code (`PROBLEM_CODES`) is not good enough. */
  readonly hint?: string;
}

/** A fault with its place. */
export interface Problem extends Fault {
  readonly code: ProblemCode;
  /** Path of the file inside the config folder, e.g. `entities/books.json`. */
  readonly file: string;
  /** 1-based; 1:1 for a problem of the whole file. */
  readonly line: number;
  readonly column: number;
  /** Characters to underline from there: of a name, a value, an opening bracket; 0 for a mere place. */
  readonly length: number;
  /** JSON pointer inside the file. */
  readonly path: string;
  /** Labels of what it is about, from the outside in: entity, then fields. */
  readonly subject: readonly string[];
  readonly hint: string;
}

/** Between the labels of a subject. */
export const SUBJECT_SEPARATOR = " › ";

/** `entities/books.json:14:17 book › Price: …`: how every command, log and page writes a problem. */
export function formatProblem(problem: Problem): string {
  const { file, line, column, subject, message, meant, hint, code } = problem;
  const about = subject.length === 0 ? "" : `${subject.join(SUBJECT_SEPARATOR)}: `;
  const guess = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  return `${file}:${line}:${column} ${about}${message}${guess} ${hint} [${code}]`;
}

/** Whether a problem is among others. Lines do not count: an edit above a problem moves it; nor do counts of stored records. */
export function sameProblem(others: Iterable<Problem>): (problem: Problem) => boolean {
  const known = new Set([...others].map(nameOf));
  return (problem) => known.has(nameOf(problem));
}

function nameOf({ code, file, path, message }: Problem): string {
  return JSON.stringify([code, file, path, ...(code === "STORED_VALUES" ? [] : [message])]);
}

/** By file, then from top to bottom. */
export function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
