import { definePlugin, type WidgetProps } from "admin";
import "./switch.css";

/** PrimeReact's switch puts a second, nameless checkbox around its own; the browser's is enough. */
function Switch({ value, onChange, ...props }: WidgetProps<boolean>) {
  return (
    <input
      id={props.id}
      name={props.path}
      className="switch"
      type="checkbox"
      role="switch"
      disabled={props.disabled || props.readOnly}
      checked={value === true}
      aria-checked={value === true}
      aria-invalid={props.invalid}
      aria-describedby={props.describedBy}
      onChange={(event) => onChange(event.target.checked)}
      onBlur={props.onBlur}
    />
  );
}

export default definePlugin({ widget: Switch });
