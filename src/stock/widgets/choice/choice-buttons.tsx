import type { FocusEvent } from "react";
import type { ChoiceProps } from "./choice-list.tsx";

/** All choices side by side: a group of radio buttons. */
export function ChoiceButtons({ choices, value, onChange, onBlur, ...props }: ChoiceProps) {
  const locked = props.disabled || props.readOnly;
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onBlur();
  };
  return (
    <div
      id={props.id}
      className="choice-buttons"
      role="radiogroup"
      aria-label={props.label}
      aria-required={props.required}
      aria-invalid={props.invalid}
      aria-describedby={props.describedBy}
      onBlur={leave}
    >
      {choices.map((choice) => (
        <label key={choice.value} className="choice-button">
          <input
            type="radio"
            name={props.path}
            disabled={locked}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
