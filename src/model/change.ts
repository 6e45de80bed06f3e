/** One difference between two configs, in words that people read. */
export interface Change {
  /** Path of the file inside the config folder. */
  readonly file: string;
  /** JSON pointer inside the file of what changes; where it was, of what goes. */
  readonly path: string;
  /** What changes, by the labels that people read, from the outside in. */
  readonly subject: readonly string[];
  readonly kind: "added" | "removed" | "changed" | "moved";
  /** The key that changes (`maximum`, `list.title`), or what kind of thing comes, goes or moves (`field`, `column`). */
  readonly what: string;
  readonly from?: string;
  readonly to?: string;
  /** The entity's field that it is about: dotted, `*` for the items of a list. */
  readonly field?: string;
}
