/** The texts of a config: path inside its folder → text. */
export type Texts = ReadonlyMap<string, string>;

/** One thing that a migration does to one file. */
export interface Edit {
  readonly file: string;
  /** A sentence: what is edited and why that way. */
  readonly words: string;
  readonly text: string;
}

/**
 * A codemod from one format of the config to the next. Pure. It changes what it has to and leaves every other character
 * as it was. Edits of one file build on each other, in their order.
 */
export interface Migration {
  readonly from: number;
  readonly to: number;
  /** Throws `CannotMigrate` where a person has to do something first. */
  migrate(texts: Texts): readonly Edit[];
}

/** Said to whoever runs the migration: what to do first. */
export class CannotMigrate extends Error {}
