import { type FocusEvent, useCallback, useContext, useEffect, useRef } from "react";
import { FrameContext } from "../../shell/screen-heading.tsx";
import { type FormField, formFieldsOf } from "../state/field-views.ts";
import type { FormStore } from "../state/form-store.ts";
import { focusInside } from "./focus-field.ts";
import type { OpenForm } from "./open-form.ts";

/** A new record begins at its first field; not where that would open a keyboard over half of the screen. */
export function useFirstFocus({ store, entity }: Pick<OpenForm, "store" | "entity">, isNew: boolean): void {
  const { inner } = useContext(FrameContext);
  const begins = useRef(isNew && !inner);
  useEffect(() => {
    if (begins.current && !window.matchMedia("(pointer: coarse)").matches)
      focusFirst(store, formFieldsOf(entity));
    begins.current = false;
  }, [store, entity]);
}

/** Begins a form: the focus goes into the first field, unless the person has put it elsewhere already. */
function focusFirst(store: FormStore, formFields: readonly FormField[]): void {
  const { activeElement } = document;
  if (activeElement !== document.body && activeElement?.matches("h1") === false) return;
  const first = formFields.find(({ path, tab }) => {
    const { shown, disabled } = store.fieldView(path);
    return (tab ?? store.tab()) === store.tab() && shown && !disabled;
  });
  if (first !== undefined) focusInside(store, first);
}

/**
 * Scrolls to what the keyboard has focused: browsers leave a text of several lines where it is when some of it is in sight.
 * Nothing moves under a pointer.
 */
export function useShownFocus(): (event: FocusEvent) => void {
  const isTabbing = useRef(false);
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      isTabbing.current = key === "Tab";
    };
    const point = () => {
      isTabbing.current = false;
    };
    document.addEventListener("keydown", press, true);
    document.addEventListener("pointerdown", point, true);
    return () => {
      document.removeEventListener("keydown", press, true);
      document.removeEventListener("pointerdown", point, true);
    };
  }, []);
  return useCallback(({ target }) => {
    if (isTabbing.current) target.scrollIntoView({ block: "nearest" });
  }, []);
}
