/** One difference between two configs, in the labels that people read. */
export interface Change {
  /** Path of the file inside the config folder. */
  readonly file: string;
  /** JSON pointer inside the file; of what is removed, inside the file before the change. */
  readonly path: string;
  /** Labels, from the outside in: entity, then fields. */
  readonly subject: readonly string[];
  readonly kind: "added" | "removed" | "changed" | "moved";
  /** The key that changed (`maximum`, `list.title`), or the kind of thing that was added, removed or moved (`field`, `column`). */
  readonly what: string;
  readonly from?: string;
  readonly to?: string;
  /** The pattern of the field that it is about (`record/path.ts`). */
  readonly field?: string;
}
