import { definePlugin, useHost, type WidgetProps } from "admin";
import { InputText } from "primereact/inputtext";
import { useState } from "react";
import { shownText } from "../../shown-text.ts";
import { inputAttributes } from "../input-attributes.ts";
import type { Options, Value } from "./manifest.ts";
import "./password.css";

function Password({ value, options, onChange, ...props }: WidgetProps<Value, Options>) {
  const host = useHost();
  const [isShown, setIsShown] = useState(false);
  const label = host.message(isShown ? "password.hide" : "password.show");
  return (
    <div className="password-input">
      <InputText
        {...inputAttributes(props)}
        type={isShown ? "text" : "password"}
        autoComplete={options.autocomplete}
        spellCheck={false}
        value={shownText(value)}
        onChange={(event) => onChange(event.target.value || null)}
      />
      <button
        type="button"
        className="password-eye"
        aria-label={label}
        aria-pressed={isShown}
        title={label}
        disabled={props.disabled}
        onClick={() => setIsShown(!isShown)}
      >
        <Eye isOpen={isShown} />
      </button>
    </div>
  );
}

function Eye({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={`M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z${isOpen ? "M2 2l12 12" : ""}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export default definePlugin({ widget: Password });
