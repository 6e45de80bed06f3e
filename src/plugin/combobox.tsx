import "./combobox.css";
import {
  type ChangeEvent,
  type CompositionEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Host } from "./host.ts";
import { useHost } from "./use-host.ts";

/** A choice; no two have the same `value`. */
export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
}

/** A text box with a list of choices (ARIA 1.2 listbox pattern). The caller finds the options for the typed text. */
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

/** Its messages are the product's `picker.…` keys. */
export function Combobox(props: ComboboxProps): ReactNode {
  const host = useHost();
  const listId = `${useId()}-options`;
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const state = useCombobox(props, input);
  const { open, active } = state;
  const filled = props.value !== null && props.value !== "";
  const changeable = !props.disabled && !props.readOnly;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices when the focus leaves it
    <div
      className="combobox"
      ref={root}
      onBlur={(event) => {
        if (root.current?.contains(event.relatedTarget)) return;
        state.close();
        props.onBlur();
      }}
    >
      <input
        ref={input}
        id={props.id}
        className="combobox-input"
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open && props.options.length > 0 ? listId : undefined}
        aria-activedescendant={active === -1 ? undefined : `${listId}-${active}`}
        aria-required={props.required || undefined}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        disabled={props.disabled}
        readOnly={props.readOnly}
        placeholder={props.placeholder}
        value={state.typed ?? props.text}
        {...state.handlers}
      />
      {filled && props.clearable && changeable && (
        <button
          type="button"
          className="combobox-clear"
          aria-label={host.message("picker.clear", { label: props.label })}
          onClick={() => {
            props.onChange(null);
            state.close();
            input.current?.focus();
          }}
        >
          <svg aria-hidden="true" viewBox="0 0 16 16">
            <path d="m4 4 8 8m0-8-8 8" />
          </svg>
        </button>
      )}
      {changeable && (
        <svg className="combobox-arrow" aria-hidden="true" viewBox="0 0 16 16">
          <path d="m4 6 4 4 4-4" />
        </svg>
      )}
      {open && <ComboboxList {...props} listId={listId} active={active} onChoose={state.choose} />}
      <span className="combobox-status" role="status">
        {open ? announcement(props, host.message) : ""}
      </span>
    </div>
  );
}

function announcement(props: ComboboxProps, message: Host["message"]): string {
  if (props.busy === true) return message("picker.loading");
  if (props.failure !== undefined) return props.failure.text;
  if (props.options.length === 0) return props.empty ?? "";
  return message("picker.count", { count: props.options.length });
}

/** Pixels from the end of the list at which scrolling loads more. */
const LOAD_MORE_PX = 48;

interface ListProps extends ComboboxProps {
  readonly listId: string;
  /** Index of the active option; -1 for none. */
  readonly active: number;
  onChoose(value: string): void;
}

function ComboboxList(props: ListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const [popup, above] = useSide();

  useLayoutEffect(() => {
    const option = list.current?.children[props.active];
    if (list.current !== null && option instanceof HTMLElement) show(list.current, option);
  }, [props.active]);

  const loadMore = () => {
    if (props.more !== undefined && !props.more.loading && props.failure === undefined) props.more.onMore();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the text box
    <div
      className={above ? "combobox-popup combobox-above" : "combobox-popup"}
      ref={popup}
      onMouseDown={(event) => event.preventDefault()}
    >
      {props.options.length > 0 && (
        <div
          className="combobox-options"
          id={props.listId}
          role="listbox"
          aria-label={props.label}
          aria-busy={props.busy === true}
          ref={list}
          onScroll={({ currentTarget: at }) => {
            if (at.scrollHeight - at.scrollTop - at.clientHeight < LOAD_MORE_PX) loadMore();
          }}
        >
          {props.options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the text box's
            // biome-ignore lint/a11y/useFocusableInteractive: the text box points at it by aria-activedescendant
            <div
              key={option.value}
              id={`${props.listId}-${index}`}
              role="option"
              className={index === props.active ? "combobox-option combobox-active" : "combobox-option"}
              aria-selected={option.value === props.value}
              onClick={() => props.onChoose(option.value)}
            >
              {option.label}
            </div>
          ))}
        </div>
      )}
      <Foot {...props} loadMore={loadMore} />
    </div>
  );
}

function Foot(props: ListProps & { loadMore(): void }): ReactNode {
  const { message } = useHost();
  const { failure } = props;
  if (failure !== undefined)
    return (
      <div className="combobox-foot combobox-failure">
        <p>{failure.text}</p>
        <button type="button" onClick={failure.onRetry}>
          {message("picker.retry")}
        </button>
      </div>
    );
  if (props.busy || props.more?.loading === true)
    return <p className="combobox-foot">{message("picker.loading")}</p>;
  if (props.more !== undefined)
    return (
      <div className="combobox-foot">
        <button type="button" onClick={props.loadMore}>
          {message("picker.more")}
        </button>
      </div>
    );
  if (props.options.length === 0 && props.empty !== undefined)
    return <p className="combobox-foot">{props.empty}</p>;
  return null;
}

/** Scrolls the list, never the page. */
function show(list: HTMLElement, option: HTMLElement): void {
  const top = option.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + option.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top + option.offsetHeight - list.clientHeight;
}

/** With less space than this under the text box, the list opens above it, if there is more space. */
const MIN_SPACE_PX = 300;

function useSide() {
  const popup = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(false);
  useLayoutEffect(() => {
    const box = popup.current?.parentElement?.getBoundingClientRect();
    if (box === undefined) return;
    const below = window.innerHeight - box.bottom;
    setAbove(below < MIN_SPACE_PX && box.top > below);
  }, []);
  return [popup, above] as const;
}

/** Options that PageUp and PageDown move by. */
const PAGE = 8;

/** The state of a combobox, and the handlers of its text box. */
function useCombobox(props: ComboboxProps, input: RefObject<HTMLInputElement | null>) {
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
