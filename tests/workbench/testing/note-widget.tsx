import { useHost, type WidgetProps } from "admin";

/** The manifest of a widget for notes, of its own words. */
export const manifest = {
  name: "note",
  kind: "widget",
  api: 1,
  description: "A note.",
  values: ["string"],
  options: {
    type: "object",
    properties: {
      size: { type: "integer", title: "Size", description: "In lines.", minimum: 1, default: 2 },
      tone: { type: "string", title: "Tone", description: "Of voice.", examples: ["soft"] },
    },
  },
  messages: {
    greet: { description: "{name}", text: { en: "Hello {name}, {label}", nl: "Dag {name}, {label}" } },
  },
};

export interface Options {
  readonly size: number;
  readonly tone?: string;
}

/** Shows the value to edit, its options and a message. */
export function Note(props: WidgetProps<string, Options>) {
  const host = useHost();
  return (
    <>
      <input
        id={props.id}
        aria-describedby={props.describedBy}
        placeholder={props.placeholder}
        maxLength={props.rules.maxLength}
        value={props.value ?? ""}
        onChange={(event) => props.onChange(event.target.value || null)}
        onBlur={props.onBlur}
      />
      <output>{JSON.stringify(props.options)}</output>
      <p>{host.message("greet", { name: "Ann" })}</p>
    </>
  );
}
