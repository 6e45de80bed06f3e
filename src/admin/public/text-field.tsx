import { useState } from "react";
import { useMessage } from "../messages/use-message.ts";
import { EyeIcon, EyeOffIcon, KindIcon } from "../shell/glyphs.tsx";

interface TextFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly autoComplete: string;
  /** A password: hidden unless the person asks to see it. */
  readonly secret?: boolean;
  /** Marked as what has to be filled in; where nothing can be left out, nothing is marked. */
  readonly marked?: boolean;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

/** A plain labelled input with its error under it. */
export function TextField({
  id,
  label,
  value,
  error,
  autoComplete,
  secret,
  marked,
  onChange,
  onBlur,
}: TextFieldProps) {
  const say = useMessage();
  const [shown, setShown] = useState(false);
  const toggle = say(shown ? "password.hide" : "password.show");
  return (
    <div className="field">
      <FieldLabel id={id} label={label} marked={marked} />
      <div className="input-box">
        <input
          id={id}
          name={id}
          className="input"
          type={secret && !shown ? "password" : "text"}
          value={value}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
        {secret && (
          <button
            type="button"
            className="icon-button"
            aria-label={toggle}
            title={toggle}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        )}
      </div>
      <InvalidNote id={id} error={error} />
    </div>
  );
}

interface FieldLabelProps {
  readonly id: string;
  readonly label: string;
  readonly marked: boolean | undefined;
}

/** The mark stands beside the label, not in it: it is no part of the field's name. */
export function FieldLabel({ id, label, marked }: FieldLabelProps) {
  return (
    <div className="field-label">
      <label htmlFor={id}>{label}</label>
      {marked && (
        <span className="field-required" aria-hidden="true">
          *
        </span>
      )}
    </div>
  );
}

/** The error under a field. */
export function InvalidNote({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  return (
    error !== undefined && (
      <p className="field-error" id={`${id}-error`}>
        <KindIcon kind="error" /> {error}
      </p>
    )
  );
}

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
      <InvalidNote id={id} error={error} />
    </div>
  );
}

/** Once the errors are drawn, puts the focus on the first field that has one, in the order of the page. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}
