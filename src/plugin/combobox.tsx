import "./combobox.css";
import { type ReactNode, useId, useRef } from "react";
import { ComboboxList } from "./combobox-list.tsx";
import type { Host } from "./host.ts";
import { type ComboboxProps, useCombobox } from "./use-combobox.ts";
import { useHost } from "./use-host.ts";

/** A text box with a list of choices (ARIA 1.2 listbox pattern). Its messages are the product's `picker.…` keys. */
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
