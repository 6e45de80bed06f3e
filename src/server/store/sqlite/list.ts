import type { StoredRecord } from "../../../model/record.ts";
import type { Steps } from "../../../model/steps.ts";
import type { StoreListQuery } from "../store.ts";
import type { Context } from "./context.ts";
import { countRecords } from "./counts.ts";
import { type Hidden, makeHidden } from "./hidden.ts";
import { countHiddenMatches, findMatches, type Matches } from "./matches.ts";
import { type Page, pageRows } from "./page.ts";
import { recordsAt } from "./records.ts";
import type { Table } from "./table.ts";

/**
 * A page of a list, and how many records the whole list has. Each step takes milliseconds; all of them are to read the
 * same state.
 */
export function* listRecords(
  context: Context,
  table: Table,
  { offset, limit, sort, search, without }: StoreListQuery,
): Steps<{ records: StoredRecord[]; total: number }> {
  const matches =
    search === undefined || search.text === "" ? undefined : yield* findMatches(context, table, search);
  const hidden = without && makeHidden(context, table, without);
  const total = yield* countListed(context, table, matches, hidden);
  const page: Page = { offset, limit: Math.min(limit, total - offset), total, sort };
  const rows = page.limit <= 0 ? [] : yield* pageRows(context, table, page, matches, hidden);
  return { records: yield* recordsAt(context, table, rows), total };
}

function* countListed(
  context: Context,
  table: Table,
  matches: Matches | undefined,
  hidden: Hidden | undefined,
): Steps<number> {
  const all = matches?.count ?? countRecords(context, table);
  if (hidden === undefined || hidden.count === 0 || all === 0) return all;
  return (
    all - (matches === undefined ? hidden.count : yield* countHiddenMatches(context, table, matches, hidden))
  );
}
