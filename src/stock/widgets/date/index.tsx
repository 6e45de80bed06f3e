import { definePlugin, type WidgetProps } from "admin";
import { InputText } from "primereact/inputtext";
import { shownText } from "../../shown-text.ts";
import { inputAttributes } from "../input-attributes.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The browser's own calendar works with keyboards and screen readers, and loads nothing. */
function DateInput({ value, onChange, ...props }: WidgetProps<string>) {
  const text = shownText(value);
  return (
    <InputText
      {...inputAttributes(props)}
      // A date input does not show a value that is no day.
      type={text === "" || DAY.test(text) ? "date" : "text"}
      max="9999-12-31"
      value={text}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}

export default definePlugin({ widget: DateInput });
