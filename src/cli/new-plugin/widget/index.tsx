import { definePlugin, useHost, type WidgetProps } from "admin";
import type { MessageKey, Options, Value } from "./manifest.ts";
import "./new-widget.css";

/** A native slider, which keyboards and screen readers know: at its left end nothing is chosen, then come the steps. */
function NewWidget({ value, options: { steps }, ...props }: WidgetProps<Value, Options>) {
  const host = useHost<MessageKey>();
  const isEmpty = value === null || value === undefined;
  const position = isEmpty ? 0 : steps.indexOf(value) + 1;
  const text = isEmpty
    ? host.message("none")
    : position === 0
      ? host.message("other", { value: spelledOut(value) })
      : String(value);

  const choose = (next: number) => {
    if (!props.disabled && !props.readOnly) props.onChange(steps[next - 1] ?? null);
  };

  return (
    <div className="plugin-new-widget">
      <input
        id={props.id}
        type="range"
        min={0}
        max={steps.length}
        value={position}
        disabled={props.disabled}
        aria-readonly={props.readOnly || undefined}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        aria-valuetext={text}
        onChange={(event) => choose(event.target.valueAsNumber)}
        onBlur={props.onBlur}
      />
      <span className="plugin-new-widget-value" aria-hidden="true">
        {text}
      </span>
    </div>
  );
}

/** A record may hold what is no number: it is shown all the same. */
function spelledOut(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export default definePlugin({ widget: NewWidget });
