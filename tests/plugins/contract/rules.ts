import type { Trial } from "./trial.tsx";

const BOTH = ["widget", "cell"] as const;
const WIDGET = ["widget"] as const;
const CELL = ["cell"] as const;

/** What every plugin keeps, by number. */
export const CONTRACT = {
  P1: { kinds: BOTH, says: "its manifest holds, and index.tsx exports what the manifest says it is" },
  P2: {
    kinds: BOTH,
    says: "each example is drawn: empty, filled, read-only, disabled, required, with an error, in every language",
  },
  P3: { kinds: BOTH, says: "a value of any kind of JSON is shown, and nothing is emitted" },
  P4: {
    kinds: WIDGET,
    says: "whatever people do, it emits null or a value of the field's kind and choices; where nothing is typed, one that the field's rules take",
  },
  P5: {
    kinds: WIDGET,
    says: "it does nothing by itself: emits nothing on mount, while read-only or disabled, or after it is gone; toasts, asks and uploads nothing on mount",
  },
  P6: { kinds: WIDGET, says: "the field's label names its control, the element with the field's id" },
  P7: {
    kinds: WIDGET,
    says: "hint and error are tied to the control, which is invalid while an error stands",
  },
  P8: { kinds: WIDGET, says: "the control takes the focus, and onBlur reports that it was left" },
  P9: {
    kinds: WIDGET,
    says: "keys alone are enough: Tab or arrows come to everything, no click does what keys cannot, and Tab stops at nothing where keys do nothing (a bare tabIndex)",
  },
  P10: {
    kinds: BOTH,
    says: "a value changed from outside is shown like one that was there before, and not emitted",
  },
  P11: { kinds: BOTH, says: "every option at its default and at each of its examples is drawn" },
  P12: { kinds: WIDGET, says: "it may go while it loads: every request has a signal, which is aborted then" },
  P13: {
    kinds: WIDGET,
    says: "pending work, set by a file chosen, pasted or dropped, a button or typing: a failed save can be tried again and uploads nothing twice, a cancelled one stops, leaving gives up; what stands in keeps the field's rules",
  },
  P14: {
    kinds: BOTH,
    says: "every message exists: in its manifest in all of its languages, or as one of the product's; no placeholder stays empty",
  },
  P15: { kinds: BOTH, says: "axe finds nothing in any state" },
  P16: { kinds: BOTH, says: "it writes nothing to the console" },
  P17: { kinds: CELL, says: "a cell shows text or a named picture, and has nothing in it to use" },
  P18: {
    kinds: WIDGET,
    says: "its server hook, where it has one, takes each example's value, throws at none, and refuses by the manifest's messages",
  },
  P19: {
    kinds: WIDGET,
    says: "it leaves nothing behind: no listener on window, document or body, no timer, nothing in the body, no question to the host",
  },
  P20: {
    kinds: BOTH,
    says: "its words are messages: whatever is read, heard or toasted, at rest or after a click, is a message, a label, data, or a date",
  },
  P21: {
    kinds: WIDGET,
    says: "an error inside its value is seen at its part and tied to it, where its manifest has showsErrors",
  },
} as const satisfies Record<
  `P${number}`,
  { readonly kinds: readonly ("widget" | "cell")[]; readonly says: string }
>;

/** How a rule is kept watch over. */
export interface Rule {
  readonly code: keyof typeof CONTRACT;
  /** Answers what breaks it, in words for the plugin's author; none where it holds. */
  find(trial: Trial): Promise<readonly string[]>;
}

export function isFor({ code }: Rule, kind: "widget" | "cell"): boolean {
  return CONTRACT[code].kinds.some((one) => one === kind);
}
