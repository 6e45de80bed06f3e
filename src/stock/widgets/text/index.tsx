import { definePlugin, type WidgetProps } from "admin";
import { InputText } from "primereact/inputtext";
import { inputAttributes } from "../input-attributes.ts";

interface Options {
  readonly type: "text" | "tel" | "email" | "url";
  readonly autocomplete: string;
}

function Text({ value, options, onChange, ...props }: WidgetProps<string, Options>) {
  return (
    <InputText
      {...inputAttributes(props)}
      type={options.type === "tel" ? "tel" : "text"}
      inputMode={options.type}
      autoComplete={options.autocomplete}
      value={String(value ?? "")}
      onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
    />
  );
}

export default definePlugin({ widget: Text });
