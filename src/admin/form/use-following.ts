import { useLayoutEffect, useRef } from "react";
import type { OpenForm } from "./form-context.ts";
import type { OpenFormParts } from "./make-open-form.ts";

/**
 * Lets the open form follow what it is made of, in one step before the next paint. undefined: not now. Where the field
 * that is typed in moves on the page, the focus stays in it.
 */
export function useFollowing(
  newest: OpenFormParts | undefined,
  form: OpenForm,
  setForm: (form: OpenForm) => void,
): void {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (newest === undefined || form.isMadeOf(newest)) return;
    focused.current = document.activeElement;
    setForm(form.follow(newest));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each form that followed
  useLayoutEffect(() => {
    const before = focused.current;
    focused.current = null;
    if (before instanceof HTMLElement && before.isConnected && before !== document.activeElement)
      before.focus({ preventScroll: true });
  }, [form]);
}
