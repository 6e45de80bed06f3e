import { type ReactNode, useId, useRef } from "react";
import "./combobox.css";
import { ComboboxList } from "./combobox-list.tsx";
import { useCombobox } from "./use-combobox.ts";
import { useHost } from "./use-host.ts";

/** One choice; `value`s are distinct. */
export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
}

/** A text box with a list of choices (ARIA 1.2 listbox pattern). Who uses it finds the options for what is typed. */
export interface ComboboxProps {
  /** DOM id of the text box; a `<label>` points at it. */
  readonly id: string;
  /** Names the list and the clear button. */
  readonly label: string;
  readonly value: string | null;
  /** What stands in the box for the chosen value; "" for none. */
  readonly text: string;
  readonly options: readonly ComboboxOption[];
  /** The options for what is typed are not known yet: none can be chosen by Enter. */
  readonly busy?: boolean;
  /** Why there are none, once that is known. */
  readonly empty?: string | undefined;
  /** What went wrong; `onRetry` tries again. */
  readonly failure?: { readonly text: string; onRetry(): void } | undefined;
  /** There are more options than those loaded. */
  readonly more?: { readonly loading: boolean; onMore(): void } | undefined;
  /** Whether an empty choice is allowed. */
  readonly clearable: boolean;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly placeholder: string | undefined;
  /** What is searched for: "" when the list opens, then what is typed; `undefined` once it is closed. */
  onSearch(search: string | undefined): void;
  onChange(value: string | null): void;
  onBlur(): void;
}

/** Sentences come from the host's `picker.…` keys. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only learns that the focus left all of it
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
      {open && (
        <ComboboxList
          listId={listId}
          label={props.label}
          value={props.value}
          options={props.options}
          active={active}
          busy={props.busy === true}
          empty={props.empty}
          failure={props.failure}
          more={props.more}
          onChoose={state.choose}
        />
      )}
      <span className="combobox-status" role="status">
        {open ? announcement(props, host.message) : ""}
      </span>
    </div>
  );
}

function announcement(
  props: ComboboxProps,
  message: (key: string, values?: Readonly<Record<string, string | number>>) => string,
): string {
  if (props.busy === true) return message("picker.loading");
  if (props.failure !== undefined) return props.failure.text;
  if (props.options.length === 0) return props.empty ?? "";
  return message("picker.count", { count: props.options.length });
}
