/** The options of `plugin.json`, defaults filled in. */
export interface ImagesOptions {
  readonly types: readonly string[];
  /** Bytes. */
  readonly maxBytes: number;
  /** Pixels. */
  readonly maxSide: number;
  readonly compression: readonly CompressionStep[];
  /** Pixels. */
  readonly previewSide: number;
  /** 0 to 1. */
  readonly previewQuality: number;
}

export interface CompressionStep {
  /** Bytes: files larger than this. */
  readonly above: number;
  /** At most this part of the file's size. */
  readonly share: number;
  /** At most this many bytes. */
  readonly most?: number;
}
