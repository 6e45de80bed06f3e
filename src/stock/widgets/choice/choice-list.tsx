import type { WidgetProps } from "admin";
import type { Value } from "./manifest.ts";

/** The browser's own list, which works with keyboards, touch and screen readers. */
export function ChoiceList({ choices, value, onChange, onBlur, ...props }: ChoiceProps) {
  const at = choices.findIndex((choice) => choice.value === value);
  return (
    <div className="choice-list">
      <select
        id={props.id}
        name={props.path}
        className="p-inputtext"
        disabled={props.disabled || props.readOnly}
        aria-required={props.required}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        value={at === -1 ? "" : String(at)}
        onChange={(event) => onChange(choices[Number(event.target.value || -1)]?.value ?? null)}
        onBlur={onBlur}
      >
        {(at === -1 || !props.required) && <option value="">{props.placeholder ?? "—"}</option>}
        {choices.map((choice, index) => (
          <option key={choice.value} value={String(index)}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}

export interface Choice {
  readonly value: Value;
  readonly label: string;
}

export type ChoiceProps = Omit<WidgetProps<Value>, "options"> & { readonly choices: readonly Choice[] };
