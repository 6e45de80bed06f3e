import { FieldLabel, FieldProblem } from "./text-field.tsx";

interface ChoiceFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly marked?: boolean;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

/** A plain labelled select with its error under it. */
export function ChoiceField({
  id,
  label,
  value,
  error,
  marked,
  choices,
  onChange,
  onBlur,
}: ChoiceFieldProps) {
  return (
    <div className="field">
      <FieldLabel id={id} label={label} marked={marked} />
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
