import { clockTime, definePlugin, momentAt, type WidgetProps } from "admin";
import { InputText } from "primereact/inputtext";
import { shownText } from "../../shown-text.ts";
import { inputAttributes } from "../input-attributes.ts";
import "./date-time.css";

/** What a `datetime-local` input takes. */
const CLOCK_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
/** A day alone, or a time without its zone, would be read in the computer's zone. */
const MOMENT = /T.*(?:Z|[+-]\d\d:\d\d)$/i;

/** The browser's own calendar and clock, in the business's time zone. */
function DateTimeInput({ value, onChange, timeZone, ...props }: WidgetProps<string>) {
  const text = shownText(value);
  const time = shownTime(text, timeZone);
  const zoneId = `${props.id}-zone`;
  const zone = foreignZone(timeZone, props.locale);
  const described = [zone !== undefined && zoneId, props.describedBy].filter(Boolean).join(" ");
  return (
    <div className="date-time-input">
      <InputText
        {...inputAttributes(props)}
        aria-describedby={described || undefined}
        // Such an input does not show a value that is no time.
        type={text === "" || time !== undefined ? "datetime-local" : "text"}
        max="9999-12-31T23:59"
        value={time ?? text}
        onChange={({ target }) =>
          onChange(CLOCK_TIME.test(target.value) ? momentAt(target.value, timeZone) : target.value || null)
        }
      />
      {zone !== undefined && (
        <span id={zoneId} className="date-time-zone">
          {zone}
        </span>
      )}
    </div>
  );
}

/** What clocks show at a moment; undefined for any other text. */
function shownTime(text: string, timeZone: string): string | undefined {
  const at = new Date(MOMENT.test(text) ? text : Number.NaN);
  if (Number.isNaN(at.getTime())) return undefined;
  const time = clockTime(at, timeZone);
  return CLOCK_TIME.test(time) ? time : undefined;
}

/** What the business's time zone is called, where it is not the computer's: a clock at hand may show another time. */
function foreignZone(timeZone: string, locale: string): string | undefined {
  if (new Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone) return undefined;
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value;
}

export default definePlugin({ widget: DateTimeInput });
