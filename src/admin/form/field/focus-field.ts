import { flushSync } from "react-dom";
import { joinPath, segmentsOf } from "../../../record/path.ts";
import type { FormField } from "../state/field-views.ts";
import type { FormStore } from "../state/form-store.ts";
import { fieldId, frameId } from "./field-ids.ts";

const FOCUSABLE =
  'input:not([type="hidden"]), select, textarea, button, a[href], [contenteditable="true"], [tabindex]:not([tabindex="-1"])';

/** Opens the field's tab and puts the focus into the field, at its first wrong part where the field itself has no error. */
export function focusField(store: FormStore, formField: FormField): void {
  const { tab } = formField;
  if (tab !== undefined) flushSync(() => store.openTab(tab));
  focusInside(store, formField);
}

/** The same in an open tab. */
export function focusInside(store: FormStore, formField: FormField): void {
  const { error, parts } = store.fieldView(formField.path);
  const part = error === undefined ? parts[0] : undefined;
  const target =
    (part &&
      focusable(document.getElementById(fieldId(joinPath([formField.path, ...segmentsOf(part.path)]))))) ??
    focusable(document.getElementById(fieldId(formField.path))) ??
    focusable(document.getElementById(frameId(formField.path)));
  if (target === undefined) return;
  target.focus({ preventScroll: true });
  document.getElementById(frameId(formField.path))?.scrollIntoView({ block: "nearest" });
}

/** The element itself or the first inside it that takes the focus: some widgets have their id on a wrapper. */
function focusable(element: HTMLElement | null): HTMLElement | undefined {
  if (element === null) return undefined;
  const all = [element, ...element.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const first = all.find((one) => one.matches(FOCUSABLE) && !one.matches(":disabled"));
  return first ?? (element.hasAttribute("tabindex") ? element : undefined);
}

/** Lets a widget that commits when it is left do so now, and gives the focus back. */
export function commitFocused(): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return;
  focused.blur();
  if (focused.isConnected) focused.focus({ preventScroll: true });
}
