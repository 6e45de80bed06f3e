import { type ReactNode, useId } from "react";
import type { Json } from "../../model/record.ts";
import { type BoxState, STATE_TITLES } from "./gallery-parts.ts";
import { JsonEditor } from "./json-editor.tsx";

interface ValueLineProps {
  readonly state: BoxState;
  readonly value: Json;
  /** Why the field's rules refuse it. */
  readonly refusal: string | undefined;
  onChange(value: Json): void;
}

/** The value of the field on one line; opened, it can be edited. */
export function ValueLine({ state, value, refusal, onChange }: ValueLineProps) {
  return (
    <details className="gallery-value">
      <summary>
        <span>Value</span>
        <code data-value={state}>{JSON.stringify(value)}</code>
      </summary>
      <JsonEditor
        label={`${STATE_TITLES[state]}: value as JSON`}
        hint={
          refusal === undefined ? "The field's rules accept it." : `The field's rules refuse it: ${refusal}`
        }
        value={value}
        onChange={onChange}
      />
    </details>
  );
}

interface BoxFrameProps {
  readonly title: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One state of one example, with its name. */
export function BoxFrame({ title, actions, children }: BoxFrameProps) {
  const id = useId();
  return (
    <section className="gallery-box" aria-labelledby={id}>
      <header className="gallery-box-head">
        <h3 id={id}>{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}
