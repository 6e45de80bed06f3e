import { definePlugin, type WidgetProps } from "admin";
import { InputText } from "primereact/inputtext";
import { useState } from "react";
import { shownText } from "../../shown-text.ts";
import { inputAttributes } from "../input-attributes.ts";
import type { Options, Value } from "./manifest.ts";
import { readNumber } from "./read-number.ts";
import "./number.css";

/** Shows the typed text as long as it means the value: "1." stays "1." and is 1. */
function NumberInput({ value, options, onChange, ...props }: WidgetProps<Value | string, Options>) {
  const [typed, setTyped] = useState("");
  const text = readNumber(typed, props.locale) === (value ?? null) ? typed : shownText(value);
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
          onChange(readNumber(event.target.value, props.locale));
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
