import {
  type ChangeEvent,
  type CompositionEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { ComboboxProps } from "./combobox.tsx";

/** How far PageUp and PageDown go. */
const PAGE = 8;

/** What is open, typed and active of one combobox, and what its keys do. */
export function useCombobox(props: ComboboxProps, input: RefObject<HTMLInputElement | null>) {
  const { options } = props;
  const busy = props.busy === true;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [marked, setMarked] = useState<string>();
  /** How many options there were when ArrowDown asked for more: the mark then moves on by itself. */
  const moveOn = useRef<number | undefined>(undefined);
  const active = open ? activeIndex() : -1;

  function activeIndex(): number {
    const index = options.findIndex((option) => option.value === marked);
    if (index !== -1 || busy) return index;
    return typed !== undefined && typed !== "" && options.length > 0 ? 0 : -1;
  }

  useEffect(() => {
    const from = moveOn.current;
    const next = from === undefined ? undefined : options[from];
    if (next === undefined) return;
    moveOn.current = undefined;
    setMarked(next.value);
  }, [options]);

  const openList = () => {
    setOpen(true);
    setTyped(undefined);
    setMarked(props.value ?? undefined);
    props.onSearch("");
  };
  const close = () => {
    if (!open) return;
    setOpen(false);
    setTyped(undefined);
    setMarked(undefined);
    moveOn.current = undefined;
    props.onSearch(undefined);
  };
  const choose = (value: string) => {
    if (value !== props.value) props.onChange(value);
    close();
  };
  const mark = (index: number) => {
    moveOn.current = undefined;
    setMarked(options[index]?.value);
  };

  function move(by: number): void {
    if (by > 0 && active === options.length - 1) askForMore();
    else if (active === -1) mark(by > 0 ? 0 : options.length - 1);
    else mark(Math.max(0, Math.min(options.length - 1, active + by)));
  }
  function askForMore(): void {
    if (props.more !== undefined || props.failure !== undefined) moveOn.current = options.length;
    if (props.failure !== undefined) props.failure.onRetry();
    else if (props.more?.loading === false) props.more.onMore();
  }

  function onOpenKey(event: KeyboardEvent): boolean {
    switch (event.key) {
      case "ArrowDown":
        move(1);
        return true;
      case "ArrowUp":
        if (event.altKey) close();
        else move(-1);
        return true;
      case "PageDown":
        move(PAGE);
        return true;
      case "PageUp":
        move(-PAGE);
        return true;
      case "Enter": {
        const option = busy ? undefined : options[active];
        if (option !== undefined) choose(option.value);
        else if (props.failure !== undefined) props.failure.onRetry();
        return true;
      }
      case "Escape":
        close();
        // The form or dialog around it is not to take this for its own.
        event.stopPropagation();
        return true;
      default:
        return false;
    }
  }

  const unchangeable = props.disabled || props.readOnly;
  const handlers = {
    onClick: () => {
      if (open || unchangeable) return;
      openList();
      input.current?.select();
    },
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (unchangeable) return;
      const text = event.target.value;
      setOpen(true);
      setTyped(text);
      setMarked(undefined);
      // A half-composed Chinese syllable is nothing to search for.
      if (!isComposing(event)) props.onSearch(text);
      else if (!open) props.onSearch("");
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      if (!unchangeable) props.onSearch(event.currentTarget.value);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (unchangeable || isComposing(event)) return;
      const opens = !open && (event.key === "ArrowDown" || event.key === "ArrowUp");
      if (opens) openList();
      if (opens || (open && onOpenKey(event))) event.preventDefault();
    },
  };
  return { open, typed, active, close, choose, handlers };
}

function isComposing(event: { readonly nativeEvent: Event }): boolean {
  return "isComposing" in event.nativeEvent && event.nativeEvent.isComposing === true;
}
