import { useId, useState } from "react";
import type { Json, RecordData } from "../../model/record.ts";

interface JsonEditorProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: Json | RecordData;
  /** Why the value is refused; undefined: it is not. */
  refusalOf?(value: Json): string | undefined;
  /** Called with every value that is not refused. */
  onChange(value: Json): void;
}

/** A value, edited as JSON. */
export function JsonEditor({ label, hint, value, refusalOf, onChange }: JsonEditorProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? JSON.stringify(value, null, 2);
  const fault = typed === undefined ? undefined : faultOf(typed, refusalOf);
  const ids = [hint === undefined ? "" : `${id}-hint`, fault === undefined ? "" : `${id}-error`];

  function change(next: string) {
    setTyped(next);
    if (faultOf(next, refusalOf) === undefined) onChange(JSON.parse(next));
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input gallery-json"
        spellCheck={false}
        rows={Math.min(12, text.split("\n").length)}
        value={text}
        aria-invalid={fault !== undefined}
        aria-describedby={ids.join(" ").trim() || undefined}
        onChange={(event) => change(event.target.value)}
        // Formats the text, unless it still has to be corrected.
        onBlur={() => fault === undefined && setTyped(undefined)}
      />
      {fault !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {fault}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="gallery-quiet">
          {hint}
        </p>
      )}
    </div>
  );
}

function faultOf(text: string, refusalOf: JsonEditorProps["refusalOf"]): string | undefined {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `This is no JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
  return refusalOf?.(value);
}
