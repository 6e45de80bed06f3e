import type { ProblemCode } from "../../model/problem-codes.ts";

/** A place in a file, by pointer and in the text. */
export interface Place {
  readonly path: string;
  /** Both 1-based. */
  readonly line: number;
  readonly column: number;
  /** Of the value or key; of an object or list, of its opening bracket; 0 if nothing is there. */
  readonly length: number;
}

/** The place of a fault of a whole file. */
export const WHOLE_FILE: Place = { path: "", line: 1, column: 1, length: 0 };

/** Where the lines of a text begin. */
export class LineStarts {
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  }

  /** The place of some characters, by default of one. */
  place(offset: number, length = 1, path = ""): Place {
    return { path, ...this.position(offset), length };
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

/** A fault of a file as JSON. */
export interface JsonFault {
  readonly code: ProblemCode;
  readonly place: Place;
  readonly message: string;
  readonly hint?: string;
}
