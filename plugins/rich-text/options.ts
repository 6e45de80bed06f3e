/** The options of `plugin.json`, defaults filled in. */
export interface RichTextOptions {
  readonly headings: readonly number[];
  readonly imageTypes: readonly string[];
  /** Bytes. */
  readonly maxImageBytes: number;
  readonly undoDepth: number;
  /** Milliseconds. */
  readonly undoDelay: number;
}
