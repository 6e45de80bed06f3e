import { addDays, dayOf, isDay } from "../../../record/day.ts";
import type { ListFilterCondition, ListFilterQuery } from "../../../wire/list-filter-query.ts";
import type { Say } from "../../messages/say.ts";
import { asChoice, type FilterControlProps, RangeBoxes } from "./filter-controls.tsx";
import { between, isSameFilter, rangeOf } from "./filter-edit.ts";
import { mayLieAhead } from "./filter-text.ts";

/** Days relative to today, or from one day to another. */
export function DateRange({ filter, conditions, change, say, language, timeZone }: FilterControlProps) {
  const { field, label } = filter;
  const today = dayOf(new Date(), timeZone);
  const presets = presetsOf(field, today, say);
  const chosen = presets.find((one) => isSameFilter(one.conditions, conditions));
  const range = rangeOf(conditions);
  const [from, to] = [dayIn(range.from, today, timeZone), dayIn(range.to, today, timeZone)];
  const type = (bound: "from" | "to", text: string) => {
    const day = text === "" ? undefined : text;
    change(bound === "from" ? between(field, day, to) : between(field, from, day), `${field} ${bound}`);
    return true;
  };
  return (
    <>
      <select
        className="input"
        aria-label={label}
        value={chosen?.label ?? "?"}
        onChange={({ target }) =>
          change(presets.find((one) => one.label === target.value)?.conditions ?? conditions)
        }
      >
        {presets.map((one) => (
          <option key={one.label} value={one.label}>
            {asChoice(one.label, language)}
          </option>
        ))}
        {chosen === undefined && <option value="?">{asChoice(say("filter.chosenDays"), language)}</option>}
      </select>
      <RangeBoxes
        type="date"
        max="9999-12-31"
        from={from ?? ""}
        to={to ?? ""}
        isReversed={from !== undefined && to !== undefined && from > to}
        change={type}
        unreadable={say("filter.noDay")}
        say={say}
      />
    </>
  );
}

/** The day of a bound. */
function dayIn(value: ListFilterCondition["value"] | undefined, today: string, timeZone: string) {
  if (typeof value === "object" && "today" in value) return addDays(today, value.today);
  if (typeof value !== "string") return undefined;
  return isDay(value) ? value : dayOf(new Date(value), timeZone);
}

interface Preset {
  readonly label: string;
  readonly conditions: ListFilterQuery;
}

/** What people ask for most. A month is spelled out: none of its days is a number of days from today. */
function presetsOf(field: string, today: string, say: Say): readonly Preset[] {
  const hasFuture = mayLieAhead(field);
  const last = (days: number): Preset => ({
    label: say("filter.lastDays", { count: days }),
    conditions: [
      { field, op: "gte", value: { today: 1 - days } },
      ...(hasFuture ? [{ field, op: "lte", value: { today: 0 } } as const] : []),
    ],
  });
  const first = `${today.slice(0, 7)}-01`;
  const nextMonth = `${addDays(first, 31).slice(0, 7)}-01`;
  const next: Preset = {
    label: say("filter.nextDays", { count: 7 }),
    conditions: [
      { field, op: "gte", value: { today: 0 } },
      { field, op: "lte", value: { today: 6 } },
    ],
  };
  return [
    { label: say("filter.any"), conditions: [] },
    { label: say("filter.today"), conditions: [{ field, op: "eq", value: { today: 0 } }] },
    last(7),
    last(30),
    { label: say("filter.thisMonth"), conditions: between(field, first, addDays(nextMonth, -1)) },
    ...(hasFuture ? [next] : []),
  ];
}
