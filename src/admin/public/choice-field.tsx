import { FieldProblem } from "./text-field.tsx";

interface ChoiceFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

/** A plain labelled select with its error under it. */
export function ChoiceField({ id, label, value, error, choices, onChange, onBlur }: ChoiceFieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={id}
        className="input"
        value={value}
        required
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      >
        {value === "" && <option value="" />}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <FieldProblem id={id} error={error} />
    </div>
  );
}
