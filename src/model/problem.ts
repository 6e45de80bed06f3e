/** One thing wrong in the config, said so that whoever edits it can mend it. */
export interface Problem {
  /** Stable, e.g. `UNKNOWN_KEY`: what code and docs decide by. */
  readonly code: string;
  /** Path of the file inside the config folder, e.g. `entities/drinks.json`. */
  readonly file: string;
  /** 1-based; 1:1 where the problem is the whole file's. */
  readonly line: number;
  readonly column: number;
  /** JSON pointer inside the file. */
  readonly path: string;
  /** A sentence: which entity and field by their labels, what was found, what is allowed, how to mend it. */
  readonly message: string;
}
