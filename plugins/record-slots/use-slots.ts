import type { WidgetProps } from "admin";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Value } from "./manifest.ts";
import { chosenIn, moved, slotsOf } from "./slots.ts";

/** What gets the focus after a change: a part of a slot, or the button that adds one. */
type Focus = { readonly key: number; readonly part: "picker" | "up" | "down" } | "add";

type Slots = Pick<WidgetProps<Value>, "value" | "rules" | "onChange">;

/** The slots of a list and their actions. A slot keeps its React key while it moves, and so its picker's state. */
export function useSlots(
  { value, rules, onChange }: Slots,
  name: string,
  root: RefObject<HTMLElement | null>,
) {
  const slots = slotsOf(value);
  const keys = useKeys(slots.length);
  const [refused, setRefused] = useState<number>();
  const focusNext = useRef<Focus>(undefined);

  useEffect(() => {
    const focus = focusNext.current;
    focusNext.current = undefined;
    if (focus !== undefined && root.current !== null) focusOn(root.current, focus);
  });

  const change = (next: Value, focus?: Focus) => {
    focusNext.current = focus;
    setRefused(undefined);
    onChange(next);
  };
  return {
    slots,
    keys: keys.current,
    /** Key of the slot that was cleared since another has the same record. */
    refused,
    add() {
      const key = keys.add();
      change([...slots, { [name]: null }], { key, part: "picker" });
    },
    remove(index: number) {
      keys.remove(index);
      const heir = keys.current[Math.min(index, keys.current.length - 1)];
      change(slots.toSpliced(index, 1), heir === undefined ? "add" : { key: heir, part: "picker" });
    },
    move(index: number, by: 1 | -1) {
      const to = index + by;
      const key = keys.current[index];
      if (key === undefined) return;
      keys.move(index, to);
      change(moved(slots, index, to), { key, part: by === 1 ? "down" : "up" });
    },
    choose(index: number, id: string | null) {
      const twice =
        id !== null &&
        rules.uniqueBy === name &&
        slots.some((slot, other) => other !== index && chosenIn(slot, name) === id);
      change(slots.with(index, { ...slots[index], [name]: twice ? null : id }));
      if (!twice) return;
      setRefused(keys.current[index]);
    },
  };
}

/** A number for each slot; slots that were added outside get new ones. */
function useKeys(count: number) {
  const next = useRef(0);
  const list = useRef<readonly number[]>([]);
  const fresh = () => {
    next.current += 1;
    return next.current;
  };
  if (list.current.length !== count)
    list.current = Array.from({ length: count }, (_, index) => list.current[index] ?? fresh());
  return {
    get current() {
      return list.current;
    },
    add() {
      const key = fresh();
      list.current = [...list.current, key];
      return key;
    },
    remove(index: number) {
      list.current = list.current.toSpliced(index, 1);
    },
    move(from: number, to: number) {
      list.current = moved(list.current, from, to);
    },
  };
}

/** Where the button is disabled, since its slot is at an end, another one of the slot gets the focus. */
function focusOn(root: HTMLElement, focus: Focus): void {
  const at = (selector: string) => root.querySelector<HTMLElement>(`${selector}:not(:disabled)`);
  if (focus === "add") {
    at("[data-part=add]")?.focus();
    return;
  }
  const slot = `[data-slot="${focus.key}"]`;
  const wanted =
    focus.part === "picker" ? at(`${slot} [role=combobox]`) : at(`${slot} [data-part=${focus.part}]`);
  (wanted ?? at(`${slot} [data-part]`))?.focus();
}
