/**
 * Who is to blame for a widget or cell that broke: asked by the browser when one throws, answered to whoever may see the
 * entity. `GET PATHS.blame?…`
 */
export interface BlameQuery {
  readonly entity: string;
  readonly kind: "widget" | "cell";
  /** Dotted path of the field, or of the column's field. */
  readonly field: string;
  /** Of an `OptionFault`. */
  readonly option?: string;
}

export interface Blame {
  /** Folder of the plugin: `plugins/stars`. */
  readonly plugin: string;
  /** Where the option, else the plugin's options, else the field stands in the files that are served. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number };
  /** What is wrong with the options when they are checked again, each as `formatProblem` writes it; none: the plugin is to blame. */
  readonly problems: readonly string[];
}
