import type { RecordData } from "../../../../model/record.ts";
import type { Table } from "../../tables/table.ts";
import { filterKeyValue } from "../../tables/table-filter.ts";
import { encode, type SqlValue, valueByKeys } from "../../tables/values.ts";

/** What a record had and has in the columns of `filterColumns`; undefined: there was or is none. */
export interface ChangedRow {
  readonly table: Table;
  readonly before: readonly SqlValue[] | undefined;
  readonly after: readonly SqlValue[] | undefined;
}

/** What transactions of this process changed of what filters are about, in the order of their commits. */
export interface ChangedRows {
  /** How many there ever were. */
  readonly count: number;
  /** Grows when what was known of the file until then is no longer so. */
  readonly epoch: number;
  /** Those between two counts; undefined: some are forgotten. */
  between(from: number, to: number): readonly ChangedRow[] | undefined;
  /** What the open transaction changes of a record. */
  add(table: Table, before: RecordData | undefined, after: RecordData | undefined): void;
  /** The open transaction may change anything. */
  addAll(): void;
  /** What is added from now on can be taken back: by calling what this answers. */
  mark(): () => void;
  /** To be called as soon as a transaction has ended, before anyone reads. */
  end(isCommitted: boolean): void;
}

/** More would take longer to follow than to count anew. */
const MAX_ROWS = 256;
/** Longer texts are not kept for it. */
const MAX_LENGTH = 1024;

export function makeChangedRows(): ChangedRows {
  const committed: ChangedRow[] = [];
  const open: ChangedRow[] = [];
  let isAllChanged = false;
  let [count, epoch] = [0, 0];
  return {
    get count() {
      return count;
    },
    get epoch() {
      return epoch;
    },
    between(from, to) {
      const first = count - committed.length;
      return from < first ? undefined : committed.slice(from - first, to - first);
    },
    add(table, before, after) {
      const row = { table, before: filterValues(table, before), after: filterValues(table, after) };
      if (JSON.stringify(row.before) === JSON.stringify(row.after)) return;
      if ([row.before, row.after].some((values) => values?.some(isLong))) isAllChanged = true;
      else open.push(row);
    },
    addAll() {
      isAllChanged = true;
    },
    mark() {
      const { length } = open;
      return () => {
        open.length = length;
      };
    },
    end(isCommitted) {
      if (isAllChanged || (!isCommitted && open.length > 0)) {
        epoch += 1;
        committed.length = 0;
      } else {
        count += open.length;
        committed.push(...open);
        committed.splice(0, committed.length - MAX_ROWS);
      }
      open.length = 0;
      isAllChanged = false;
    },
  };
}

/** The columns of a table's filters. */
export function filterColumns(table: Table): readonly string[] {
  return [...new Set(table.filters.map(({ sql }) => sql))];
}

function filterValues(table: Table, record: RecordData | undefined): readonly SqlValue[] | undefined {
  if (record === undefined) return undefined;
  const values = table.filters.map(({ sql, column, keys, by }): [string, SqlValue] => {
    if (by !== "own") return [sql, filterKeyValue(by, valueByKeys(record[column], keys))];
    return [sql, encode(table.byName.get(column)?.type ?? "text", record[column])];
  });
  return [...new Map(values).values()];
}

const isLong = (value: SqlValue) => typeof value === "string" && value.length > MAX_LENGTH;
