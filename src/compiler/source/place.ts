import type { ProblemCode } from "../../model/problem-codes.ts";

/** A place in a file: the pointer of what stands there, and where it is as text. */
export interface Place {
  readonly path: string;
  /** Both 1-based. */
  readonly line: number;
  readonly column: number;
  /** Of the value or key, of an object or list its opening bracket; 0 where nothing stands. */
  readonly length: number;
}

/** The place of what is wrong with a whole file. */
export const WHOLE_FILE: Place = { path: "", line: 1, column: 1, length: 0 };

/** Where the lines of a text begin. */
export class LineStarts {
  readonly #starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) {
      starts.push(index + 1);
    }
    this.#starts = starts;
  }

  /** Of a character counted from the beginning of the text; both 1-based. */
  position(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}

/** What is wrong with a file as JSON, at its place. */
export interface JsonFault {
  readonly code: ProblemCode;
  readonly place: Place;
  readonly message: string;
  readonly hint?: string;
}
