import { type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { ListFilter } from "../../../model/list/list-filter.ts";
import type { ListFilterCondition } from "../../../wire/list-filter-query.ts";
import type { Say } from "../../messages/say.ts";
import { KindIcon } from "../../shell/glyphs.tsx";

/** Takes the new conditions on a field. `typing` names the box that is being typed into. */
export type ChangeConditions = (conditions: readonly ListFilterCondition[], typing?: string) => void;

/** What the control of each kind of filter gets. */
export interface FilterControlProps {
  readonly filter: ListFilter;
  readonly conditions: readonly ListFilterCondition[];
  readonly change: ChangeConditions;
  readonly say: Say;
  /** Of the screen. */
  readonly language: string;
  /** By which numbers are written. */
  readonly locale: string;
  /** The business's. */
  readonly timeZone: string;
}

/** A choice that begins a line: "Last 7 days". */
export function asChoice(text: string, language: string): string {
  const [first = ""] = text;
  return first.toLocaleUpperCase(language) + text.slice(first.length);
}

interface OneOfProps<Value> {
  /** Where the group's name does not say enough. */
  readonly label?: string | undefined;
  readonly value: unknown;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Of the screen. */
  readonly language: string;
  readonly change: (value: Value) => void;
}

/** A choice of one, all of them in sight. */
export function OneOf<Value>({ label, value, options, language, change }: OneOfProps<Value>) {
  const name = useId();
  return (
    <div className="filter-options" role="radiogroup" aria-label={label}>
      {options.map((one) => (
        <label key={one.label} className="filter-option">
          <input type="radio" name={name} checked={one.value === value} onChange={() => change(one.value)} />
          {asChoice(one.label, language)}
        </label>
      ))}
    </div>
  );
}

type Choice = string | number;

interface ChosenBoxesProps {
  readonly options: readonly { readonly value: Choice; readonly label: string }[];
  readonly chosen: readonly Choice[];
  readonly change: (chosen: readonly Choice[]) => void;
}

/** A choice of several. */
export function ChosenBoxes({ options, chosen, change }: ChosenBoxesProps) {
  return (
    <div className="filter-options">
      {options.map(({ value, label }) => (
        <label key={value} className="filter-option">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              change(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          {label}
        </label>
      ))}
    </div>
  );
}

const TYPING_DEBOUNCE_MS = 400;

interface TypedTextProps extends Pick<InputHTMLAttributes<HTMLInputElement>, "type" | "inputMode" | "max"> {
  readonly label: string;
  /** What the filter has. */
  readonly value: string;
  /** Takes what was typed, after a pause; answers whether it could be read. */
  readonly change: (text: string) => boolean;
  /** Said below the box while that is not so. */
  readonly unreadable?: string | undefined;
  /** The sentence that says what is wrong with what was read. */
  readonly errorId?: string | undefined;
}

/** A box to type into. It shows what was typed until the filter has something else. */
export function TypedText({ label, value, change, unreadable, errorId, ...input }: TypedTextProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<string>(undefined);
  const latest = useRef(change);
  latest.current = change;

  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (pending.current === undefined) {
      setTyped(undefined);
      setWrong(false);
    }
  }

  const take = useRef(() => {
    clearTimeout(timer.current);
    if (pending.current === undefined) return;
    const text = pending.current;
    pending.current = undefined;
    setWrong(!latest.current(text));
  }).current;
  // The pending change would lead back to a list that the person has left.
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <>
      <input
        {...input}
        className="input"
        aria-label={label}
        aria-invalid={isWrong || errorId !== undefined || undefined}
        aria-describedby={isWrong ? id : errorId}
        autoComplete="off"
        value={typed ?? value}
        onChange={({ target }) => {
          setTyped(target.value);
          clearTimeout(timer.current);
          // The 31st of February has no value, which is not to be taken for an emptied box.
          if (target.validity.badInput) pending.current = undefined;
          else {
            pending.current = target.value;
            timer.current = setTimeout(take, TYPING_DEBOUNCE_MS);
          }
        }}
        onKeyDown={({ key }) => key === "Enter" && take()}
        onBlur={({ target }) => (target.validity.badInput ? setWrong(true) : take())}
      />
      {isWrong && <FilterError id={id}>{unreadable}</FilterError>}
    </>
  );
}

function FilterError({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <p id={id} className="field-error" role="alert">
      <KindIcon kind="error" />
      {children}
    </p>
  );
}

interface RangeBoxesProps extends Pick<TypedTextProps, "type" | "inputMode" | "max"> {
  readonly from: string;
  readonly to: string;
  readonly isReversed: boolean;
  /** Takes what was typed into one of the two boxes; answers whether it could be read. */
  readonly change: (bound: "from" | "to", text: string) => boolean;
  readonly unreadable: string;
  readonly say: Say;
  /** What follows the boxes. */
  readonly children?: ReactNode;
}

/** Two boxes, for the first and the last value. */
export function RangeBoxes({ from, to, isReversed, change, say, children, ...box }: RangeBoxesProps) {
  const id = useId();
  const errorId = isReversed ? id : undefined;
  return (
    <div className="filter-range">
      <TypedText
        {...box}
        label={say("filter.fromName")}
        value={from}
        errorId={errorId}
        change={(text) => change("from", text)}
      />
      <span aria-hidden="true">–</span>
      <TypedText
        {...box}
        label={say("filter.toName")}
        value={to}
        errorId={errorId}
        change={(text) => change("to", text)}
      />
      {isReversed && <FilterError id={id}>{say("filter.reversed")}</FilterError>}
      {children}
    </div>
  );
}
