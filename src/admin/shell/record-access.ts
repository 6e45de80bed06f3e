import type { StoredRecord } from "../../model/record.ts";
import { matchesFilter } from "../../record/filter.ts";
import { ownValue } from "../../record/json.ts";
import type { RightsView } from "../../wire/views.ts";

/** The same as `isAllowed` of the server, for the rights of the view and for a record as a list or a form has it. */
export function isAllowedByView(
  rights: RightsView | undefined,
  right: "edit" | "delete",
  record: StoredRecord,
): boolean {
  if (rights?.[right] !== true) return false;
  const own = Object.entries(record).map(([name, value]) => [name, ownValue(value, "_id") ?? value] as const);
  return matchesFilter(rights.records?.[right] ?? [], Object.fromEntries(own));
}
