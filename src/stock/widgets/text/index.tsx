import { definePlugin, type WidgetProps } from "admin";
import { InputText } from "primereact/inputtext";
import { shownText } from "../../shown-text.ts";
import { inputAttributes } from "../input-attributes.ts";
import type { Options, Value } from "./manifest.ts";

function Text({ value, options, onChange, ...props }: WidgetProps<Value, Options>) {
  return (
    <InputText
      {...inputAttributes(props)}
      type={options.type === "tel" ? "tel" : "text"}
      inputMode={options.type}
      autoComplete={options.autocomplete}
      value={shownText(value)}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}

export default definePlugin({ widget: Text });
