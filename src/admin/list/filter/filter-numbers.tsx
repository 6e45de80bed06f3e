import { listedTexts } from "../../../record/listed-texts.ts";
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
      from={from === undefined ? "" : String(from)}
      to={to === undefined ? "" : String(to)}
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

/**
 * A typed number, also in full-width digits and with groups of thousands where the locale writes them so: null for a blank,
 * undefined for what is none.
 */
function readNumber(text: string, locale: string): number | null | undefined {
  const plain = text.normalize("NFKC").trim();
  if (plain === "") return null;
  if (plain.includes(",") && !new Intl.NumberFormat(locale).format(1_000_000).includes(",")) return undefined;
  // A comma groups thousands alone: "1,5", as many languages write one and a half, must not be 15.
  return /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d*)?$/.test(plain) ? Number(plain.replaceAll(",", "")) : undefined;
}
