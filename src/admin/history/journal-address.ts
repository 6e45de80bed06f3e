import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { addDays, beginningOf, isDay } from "../../record/day.ts";
import { JOURNAL_EVENTS, RECORD_CHANGES } from "../../wire/journal.ts";
import type { HistoryQuery } from "../api/journal.ts";
import { useAddressChange } from "../shell/use-address-change.ts";

/** Which changes the page shows, as in its address: `?by=…&entity=books&kind=update&from=2026-11-23&until=2026-11-23`. "": no matter. */
export interface JournalFilters {
  /** `_id` of the account. */
  readonly by: string;
  readonly entity: string;
  readonly kind: string;
  /** Days of the app's time zone, both included. */
  readonly from: string;
  readonly until: string;
}

export const NO_FILTERS: JournalFilters = { by: "", entity: "", kind: "", from: "", until: "" };

/** Reads an address; what makes no sense in it is taken as missing. @param entities those that can be chosen */
function readJournalFilters(params: URLSearchParams, entities: readonly string[]): JournalFilters {
  const oneOf = (name: string, isKnown: (value: string) => boolean) => {
    const value = params.get(name) ?? "";
    return isKnown(value) ? value : "";
  };
  return {
    by: params.get("by") ?? "",
    entity: oneOf("entity", (value) => entities.includes(value)),
    kind: oneOf("kind", (value) => [...RECORD_CHANGES, ...JOURNAL_EVENTS].some((kind) => kind === value)),
    from: oneOf("from", isDay),
    until: oneOf("until", isDay),
  };
}

/** What is asked of the server, without what is not used. */
export function journalQuery({ from, until, ...rest }: JournalFilters, timeZone: string): HistoryQuery {
  return used({
    ...rest,
    from: from === "" ? "" : beginningOf(from, timeZone),
    until: until === "" ? "" : beginningOf(addDays(until, 1), timeZone),
  });
}

/** The filters live in the address alone. */
export function useJournalFilters(entities: readonly string[]) {
  const [params] = useSearchParams();
  const filters = useMemo(() => readJournalFilters(params, entities), [params, entities]);
  const go = useAddressChange(filters, filtersQuery);
  return [filters, go] as const;
}

const filtersQuery = (filters: JournalFilters) => String(new URLSearchParams(used({ ...filters })));

function used(filters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
}
