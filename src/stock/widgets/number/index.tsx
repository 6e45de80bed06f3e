import { definePlugin, readNumber, type WidgetProps, writeNumber } from "admin";
import { InputText } from "primereact/inputtext";
import { useState } from "react";
import { shownText } from "../../shown-text.ts";
import { inputAttributes } from "../input-attributes.ts";
import type { Options, Value } from "./manifest.ts";
import "./number.css";

/** Shows the typed text as long as it means the value: "1." stays "1." and is 1. */
function NumberInput({ value, options, onChange, ...props }: WidgetProps<Value | string, Options>) {
  const [typed, setTyped] = useState("");
  // What is no number is said as it is, for validation to refuse.
  const read = (text: string) => readNumber(text, props.locale) ?? (text.trim() === "" ? null : text);
  const stored = typeof value === "number" ? writeNumber(value, props.locale) : shownText(value);
  const text = read(typed) === (value ?? null) ? typed : stored;
  const unitId = `${props.id}-unit`;
  const described = [options.unit !== undefined && unitId, props.describedBy].filter(Boolean).join(" ");
  return (
    <div className="number-input">
      <InputText
        {...inputAttributes(props)}
        aria-describedby={described || undefined}
        type="text"
        inputMode={props.rules.integer === true && (props.rules.minimum ?? -1) >= 0 ? "numeric" : "decimal"}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(read(event.target.value));
        }}
      />
      {options.unit !== undefined && (
        <span id={unitId} className="number-unit">
          {options.unit}
        </span>
      )}
    </div>
  );
}

export default definePlugin({ widget: NumberInput });
