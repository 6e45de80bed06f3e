import { useId } from "react";
import type { PluginExample } from "../../model/plugin-manifest.ts";
import { type View, WIDTHS } from "./use-view.ts";

interface ToolbarProps {
  readonly examples: readonly PluginExample[];
  readonly languages: readonly string[];
  readonly view: View;
  onChange(change: Partial<View>): void;
}

/** Which example is shown, how wide, in which language. */
export function Toolbar({ examples, languages, view, onChange }: ToolbarProps) {
  return (
    <section className="gallery-toolbar" aria-label="What is shown">
      <Choice
        label="Example"
        value={String(view.example)}
        choices={examples.map(({ title }, index) => [String(index), title])}
        onChange={(example) => onChange({ example: Number(example) })}
      />
      <fieldset className="gallery-widths">
        <legend>Width</legend>
        {WIDTHS.map((width) => (
          <label key={width}>
            <input
              type="radio"
              name="width"
              checked={view.width === width}
              onChange={() => onChange({ width })}
            />
            <span>{width === "full" ? "Full" : `${width} px`}</span>
          </label>
        ))}
      </fieldset>
      <Choice
        label="Language"
        value={view.language}
        choices={languages.map((language) => [language, language])}
        onChange={(language) => onChange({ language })}
      />
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  onChange(value: string): void;
}

export function Choice({ label, value, choices, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
