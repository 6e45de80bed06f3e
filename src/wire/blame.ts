/** `GET PATHS.blame?…`: whether the config or the plugin is at fault for a widget or cell that threw. */
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
  /** The place of the option, else of the plugin's options, else of the field in the served files. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number };
  /** Problems of the options, each as `formatProblem` writes it. None: the plugin is at fault. */
  readonly problems: readonly string[];
}
