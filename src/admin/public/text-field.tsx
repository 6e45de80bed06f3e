import { type ReactNode, useState } from "react";
import { useMessage } from "../messages/use-message.ts";
import { EyeIcon, EyeOffIcon, KindIcon } from "../shell/glyphs.tsx";

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly error: string | undefined;
  /** Marked as required; not where all fields are. */
  readonly marked?: boolean;
}

/** A plain field: its label, the control, its error under it. The mark is no part of the field's name. */
export function LabelledField({ id, label, error, marked, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        {marked && (
          <span className="field-required" aria-hidden="true">
            *
          </span>
        )}
      </div>
      {children}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          <KindIcon kind="error" /> {error}
        </p>
      )}
    </div>
  );
}

/** The attributes by which the control of a plain field is named and described. */
export function controlAttributes({ id, error }: FieldProps) {
  return {
    id,
    name: id,
    className: "input",
    required: true,
    "aria-invalid": error !== undefined,
    "aria-describedby": error === undefined ? undefined : `${id}-error`,
  };
}

interface ControlProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

interface TextFieldProps extends ControlProps {
  readonly autoComplete: string;
  /** A password: hidden unless the person asks to see it. */
  readonly secret?: boolean;
}

export function TextField({ value, autoComplete, secret, onChange, onBlur, ...field }: TextFieldProps) {
  const say = useMessage();
  const [shown, setShown] = useState(false);
  const toggle = say(shown ? "password.hide" : "password.show");
  return (
    <LabelledField {...field}>
      <div className="input-box">
        <input
          {...controlAttributes(field)}
          type={secret && !shown ? "password" : "text"}
          value={value}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
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
    </LabelledField>
  );
}

interface ChoiceFieldProps extends ControlProps {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

export function ChoiceField({ value, choices, onChange, onBlur, ...field }: ChoiceFieldProps) {
  return (
    <LabelledField {...field}>
      <select
        {...controlAttributes(field)}
        value={value}
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
    </LabelledField>
  );
}

/** Once the errors are drawn, puts the focus on the first field that has one, in the order of the page. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}
