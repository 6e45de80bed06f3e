import type { WidgetProps } from "admin";

/** The attributes that every plain input has in common. */
export function inputAttributes(
  props: Omit<WidgetProps<never, never>, "value" | "onChange" | "options" | "timeZone">,
) {
  return {
    id: props.id,
    name: props.path,
    disabled: props.disabled,
    readOnly: props.readOnly,
    placeholder: props.placeholder,
    onBlur: props.onBlur,
    "aria-required": props.required,
    "aria-invalid": props.invalid,
    "aria-describedby": props.describedBy,
  };
}
