// Made of plugin.json by npm run schema; not to be edited.

/** Options of the widget "rich-text", defaults filled in. */
export interface Options {
  /** Form of the HTML. semantic: plain HTML, nested lists. quill: as Quill 2 writes it, for other programs that edit the same records with Quill; they lose text otherwise. Both are read. What is stored is converted when this changes. */
  readonly output: "semantic" | "quill";
  /** Headings. The levels offered; levels in older content stay. */
  readonly headings: readonly number[];
  /** Kinds of picture. MIME types of pictures that can be inserted. */
  readonly imageTypes: readonly ("image/png" | "image/jpeg")[];
  /** Largest picture. In bytes. */
  readonly maxImageBytes: number;
  /** Steps that can be undone. Older ones are forgotten. */
  readonly undoDepth: number;
  /** Pause between two steps. In milliseconds: changes that follow one another faster are undone together. */
  readonly undoDelay: number;
}

/** What it edits, where it is not empty. */
export type Value = string;

/** Its own messages. */
export type MessageKey =
  | "toolbar"
  | "block"
  | "paragraph"
  | "heading"
  | "bold"
  | "italic"
  | "underline"
  | "strike"
  | "bulletList"
  | "orderedList"
  | "alignLeft"
  | "alignCenter"
  | "alignRight"
  | "alignJustify"
  | "link"
  | "linkAddress"
  | "linkSet"
  | "linkRemove"
  | "linkCancel"
  | "linkRefused"
  | "lostImage"
  | "insertImage"
  | "imageAlt"
  | "imageElsewhere"
  | "pictureText"
  | "pictureTextLabel"
  | "pictureTextSet"
  | "pictureTextCancel"
  | "notAnImage"
  | "tooLarge"
  | "notPasted"
  | "uploading"
  | "uploadFailed"
  | "undo"
  | "redo";
