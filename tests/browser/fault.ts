/** How the widgets of a faulty build break while it is set, from their next drawing on. */
export interface Fault {
  readonly kind: "render" | "effect" | "clean-up" | "prepare" | "never" | "suspend" | "option";
  /** For `option`: the one that the widget cannot work with. */
  readonly option?: string;
}

declare global {
  var fault: Fault | undefined;
}
