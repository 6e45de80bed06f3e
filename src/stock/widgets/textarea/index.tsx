import { definePlugin, type WidgetProps } from "admin";
import { InputTextarea } from "primereact/inputtextarea";
import { shownText } from "../../shown-text.ts";
import { inputAttributes } from "../input-attributes.ts";
import type { Options, Value } from "./manifest.ts";
import "./textarea.css";

function Textarea({ value, options, onChange, ...props }: WidgetProps<Value, Options>) {
  return (
    <InputTextarea
      {...inputAttributes(props)}
      className="textarea"
      rows={options.rows}
      style={{ minHeight: `calc(${options.rows}lh + 18px)` }}
      value={shownText(value)}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}

export default definePlugin({ widget: Textarea });
