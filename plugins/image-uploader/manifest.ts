// Made of plugin.json by npm run schema; not to be edited.
import type { ImageRecord } from "admin";

/** Options of the widget "image-uploader", defaults filled in. */
export interface Options {
  /** Kinds of file. MIME types that can be chosen. The server takes png, jpeg, webp and gif. */
  readonly types: readonly string[];
  /** Largest file. In bytes, of the file as it was chosen. */
  readonly maxBytes: number;
  /** Longest side after compression. In pixels. Files that no step below compresses keep their size. */
  readonly maxSide: number;
  /** Compression by size. Steps from large to small: the first whose `above` (bytes) the file exceeds decides. It becomes at most `share` of its size, and at most `most` bytes. A file that no step takes is not touched. */
  readonly compression: readonly {
    /** Above. The step is for files of more bytes than this. */
    readonly above: number;
    /** Share. What part of its size the file may keep: 0.9 is nine tenths. */
    readonly share: number;
    /** At most. Most bytes that it may keep, whatever its share. */
    readonly most?: number;
  }[];
  /** Longest side of the preview. In pixels; previews of images that are not uploaded yet are made in the browser. */
  readonly previewSide: number;
  /** Quality of the preview. From 0 to 1. */
  readonly previewQuality: number;
}

/** What it edits, where it is not empty. */
export type Value = ImageRecord | readonly ImageRecord[];

/** Its own messages. */
export type MessageKey =
  | "add"
  | "hint"
  | "count"
  | "alt"
  | "pending"
  | "compressing"
  | "broken"
  | "zoom"
  | "close"
  | "download"
  | "remove"
  | "removeTitle"
  | "removeConfirm"
  | "removeYes"
  | "removeNo"
  | "tooMany"
  | "notAnImage"
  | "tooLarge"
  | "compressFailed"
  | "uploading"
  | "uploadFailed"
  | "removeFailed";
