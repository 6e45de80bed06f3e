import { definePlugin, type WidgetProps } from "admin";
import "./switch.css";

/** Not PrimeReact's switch, which has a second checkbox without a name. */
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
