import type { Json } from "../../model/record.ts";
import { JsonEditor } from "./json-editor.tsx";
import { type BoxState, STATE_TITLES } from "./states.ts";

interface ValueLineProps {
  readonly state: BoxState;
  readonly value: Json;
  /** What the field's rules say of it. */
  readonly refusal: string | undefined;
  onChange(value: Json): void;
}

/** The value that the form holds: on one line, and to be edited when it is opened. */
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
