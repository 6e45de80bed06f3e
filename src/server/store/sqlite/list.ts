import type { StoredRecord } from "../../../model/record.ts";
import type { StoreListQuery } from "../store.ts";
import type { Context } from "./context.ts";
import { countRecords } from "./counts.ts";
import { type Hidden, makeHidden } from "./hidden.ts";
import { type Page, pageRows } from "./page.ts";
import { recordsAt } from "./records.ts";
import { countHiddenMatches, type Matching, makeMatching } from "./search.ts";
import type { Table } from "./table.ts";

/** A page of a list, and how many records the whole list has. */
export function listRecords(
  context: Context,
  table: Table,
  { offset, limit, sort, search, without }: StoreListQuery,
): { records: StoredRecord[]; total: number } {
  const matching =
    search === undefined || search.text === "" ? undefined : makeMatching(context, table, search);
  const hidden = without && makeHidden(context, table, without);
  const total = countListed(context, table, matching, hidden);
  const page: Page = { offset, limit: Math.min(limit, total - offset), total, sort };
  const rows = page.limit <= 0 ? [] : pageRows(context, table, page, matching, hidden);
  return { records: recordsAt(context, table, rows), total };
}

function countListed(
  context: Context,
  table: Table,
  matching: Matching | undefined,
  hidden: Hidden | undefined,
): number {
  const all = matching?.count ?? countRecords(context, table);
  if (hidden === undefined || hidden.count === 0 || all === 0) return all;
  return all - (matching === undefined ? hidden.count : countHiddenMatches(context, table, matching, hidden));
}
