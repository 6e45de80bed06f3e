import {
  type ChangeEvent,
  type CompositionEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";

/** A choice; no two have the same `value`. */
export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
}

/** The caller finds the options for the typed text. */
export interface ComboboxProps {
  /** DOM id of the text box, for a `<label>`. */
  readonly id: string;
  /** Names the list and the clear button. */
  readonly label: string;
  readonly value: string | null;
  /** The text in the box for the chosen value; "" for none. */
  readonly text: string;
  readonly options: readonly ComboboxOption[];
  /** The options for the typed text are still loading: Enter chooses none. */
  readonly busy?: boolean;
  /** Shown where there are no options. */
  readonly empty?: string | undefined;
  /** Shown with a button that calls `onRetry`. */
  readonly failure?: { readonly text: string; onRetry(): void } | undefined;
  /** Given where more options can be loaded. */
  readonly more?: { readonly loading: boolean; onMore(): void } | undefined;
  /** Whether a button empties the choice. */
  readonly clearable: boolean;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly placeholder: string | undefined;
  /** Called with the text to search for: "" when the list opens, then the typed text; `undefined` when it closes. */
  onSearch(search: string | undefined): void;
  onChange(value: string | null): void;
  onBlur(): void;
}

/** Options that PageUp and PageDown move by. */
const PAGE = 8;

/** The state of a combobox, and the handlers of its text box. */
export function useCombobox(props: ComboboxProps, input: RefObject<HTMLInputElement | null>) {
  const { options } = props;
  const busy = props.busy === true;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [marked, setMarked] = useState<string>();
  /** The number of options when ArrowDown loaded more: the mark moves to the next one when it arrives. */
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

  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: ({ altKey }) => (altKey ? close() : move(-1)),
    PageDown: () => move(PAGE),
    PageUp: () => move(-PAGE),
    Enter: () => {
      const option = busy ? undefined : options[active];
      if (option !== undefined) choose(option.value);
      else props.failure?.onRetry();
    },
    Escape: (event) => {
      close();
      // Else a dialog around it would close too.
      event.stopPropagation();
    },
  };

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
      // A Chinese syllable that is still being composed is not searched for.
      if (!isComposing(event)) props.onSearch(text);
      else if (!open) props.onSearch("");
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      if (!unchangeable) props.onSearch(event.currentTarget.value);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (unchangeable || isComposing(event)) return;
      const opens = event.key === "ArrowDown" || event.key === "ArrowUp";
      const act = open ? keys[event.key] : opens ? openList : undefined;
      if (act === undefined) return;
      act(event);
      event.preventDefault();
    },
  };
  return { open, typed, active, close, choose, handlers };
}

function isComposing(event: { readonly nativeEvent: Event }): boolean {
  return "isComposing" in event.nativeEvent && event.nativeEvent.isComposing === true;
}
