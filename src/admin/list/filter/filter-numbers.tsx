import { listedTexts } from "../../../record/listed-texts.ts";
import { readNumber, writeNumber } from "../../../record/typed-number.ts";
import { type FilterControlProps, RangeBoxes } from "./filter-controls.tsx";
import { between, chosenValues, rangeOf } from "./filter-edit.ts";

/** From a number to another. */
export function NumberRange({
  filter: { field },
  conditions,
  change,
  say,
  language,
  locale,
}: FilterControlProps) {
  const range = rangeOf(conditions);
  const [from, to] = [numberOf(range.from), numberOf(range.to)];
  const type = (bound: "from" | "to", text: string) => {
    const value = readNumber(text, locale);
    if (value === undefined) return false;
    const typed = value ?? undefined;
    change(bound === "from" ? between(field, typed, to) : between(field, from, typed), `${field} ${bound}`);
    return true;
  };
  const others = chosenValues(conditions.filter(({ op }) => op === "in"));
  return (
    <RangeBoxes
      inputMode="decimal"
      from={from === undefined ? "" : writeNumber(from, locale)}
      to={to === undefined ? "" : writeNumber(to, locale)}
      isReversed={from !== undefined && to !== undefined && from > to}
      change={type}
      unreadable={say("filter.noNumber")}
      say={say}
    >
      {others.length > 0 && <p>{listedTexts(others.map(String), language)}</p>}
    </RangeBoxes>
  );
}

const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined);
