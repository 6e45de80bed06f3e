import { definePlugin, useHost, type WidgetProps } from "admin";
import { type ReactNode, useRef } from "react";
import type { MessageKey, Options, Value } from "./manifest.ts";
import "./rating.css";
import { MAX_STARS, Star, scores, shownText } from "./score.tsx";

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
              <Star />
            </span>
          ))}
      </span>
      <output className="rating-number" htmlFor={props.id}>
        {value === null || value === undefined ? "–" : shownText(value)}
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

export default definePlugin({ widget: Rating });
