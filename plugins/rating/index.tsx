import { definePlugin, useHost, type WidgetProps } from "admin";
import { type ReactNode, useRef } from "react";
import type { MessageKey, Options, Value } from "./manifest.ts";
import "./rating.css";

const MAX_STARS = 10;

/**
 * A native slider for keyboards and screen readers; the stars over it are for pointers. In a radio group the field's id could
 * not be on the element that takes the focus.
 */
function Rating(props: WidgetProps<Value, Options>): ReactNode {
  const host = useHost<MessageKey>();
  const slider = useRef<HTMLInputElement>(null);
  const { value, label, disabled, readOnly } = props;
  const minimum = Math.max(0, Math.ceil(props.rules.minimum ?? 0));
  const maximum = Math.max(minimum + 1, Math.floor(props.rules.maximum ?? props.options.maximum));
  const score = typeof value === "number" && Number.isFinite(value) ? value : undefined;
  const changeable = !disabled && !readOnly;
  const stars = maximum <= MAX_STARS;
  const give = (next: number) => {
    if (changeable && next !== value) props.onChange(next);
  };

  /** Also focuses the slider, so that keys work from there. */
  const point = (next: number) => {
    give(next);
    slider.current?.focus();
  };

  return (
    <div className={stars ? "rating rating-stars" : "rating"} data-changeable={changeable}>
      <span className="rating-scale">
        <input
          ref={slider}
          id={props.id}
          className="rating-slider"
          type="range"
          min={minimum}
          max={maximum}
          step={1}
          value={score ?? minimum}
          disabled={disabled}
          aria-readonly={readOnly || undefined}
          aria-invalid={props.invalid || undefined}
          aria-describedby={props.describedBy}
          aria-valuetext={
            score === undefined ? host.message("none") : host.message("value", { value: score, maximum })
          }
          onChange={(event) => give(event.target.valueAsNumber)}
          onKeyDown={(event) => {
            // A slider without a value is at its minimum already, so these keys cause no change event.
            if (score === undefined && (event.key === "Home" || event.key === "0")) give(minimum);
            else if (/^\d$/.test(event.key) && Number(event.key) >= minimum && Number(event.key) <= maximum)
              give(Number(event.key));
          }}
          onBlur={props.onBlur}
        />
        {stars &&
          scores(minimum, maximum).map((one) => (
            <span
              key={one}
              className={score !== undefined && one <= score ? "rating-star rating-full" : "rating-star"}
              aria-hidden="true"
              onClick={() => point(one)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M12 3 14.7 8.5 20.7 9.4 16.4 13.6 17.4 19.6 12 16.8 6.6 19.6 7.6 13.6 3.3 9.4 9.3 8.5Z" />
              </svg>
            </span>
          ))}
      </span>
      <output className="rating-number" htmlFor={props.id}>
        {value === null || value === undefined ? "–" : shown(value)}
      </output>
      {changeable && (
        <button
          type="button"
          className="rating-reset"
          aria-label={host.message("reset", { label, value: minimum })}
          disabled={value === minimum}
          title={host.message("reset", { label, value: minimum })}
          onClick={() => point(minimum)}
        >
          <svg className="rating-cross" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 4 12 12 M12 4 4 12" />
          </svg>
        </button>
      )}
    </div>
  );
}

/** The scores that have a star: all but 0. */
function scores(minimum: number, maximum: number): number[] {
  const first = Math.max(1, minimum);
  return Array.from({ length: maximum - first + 1 }, (_, index) => first + index);
}

/** A stored value that is no number is shown too. */
function shown(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? String(value) : JSON.stringify(value);
}

export default definePlugin({ widget: Rating });
