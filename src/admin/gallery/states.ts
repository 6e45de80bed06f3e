/** The states in which every example of a widget is shown. */
export const STATES = ["empty", "filled", "readOnly", "disabled", "error"] as const;
export type BoxState = (typeof STATES)[number];

export const STATE_TITLES: Readonly<Record<BoxState, string>> = {
  empty: "Empty",
  filled: "Filled",
  readOnly: "Read-only",
  disabled: "Disabled",
  error: "With an error",
};
