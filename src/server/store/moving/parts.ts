import type { ColumnType } from "../table-shape.ts";
import { recordsTable, sqlName } from "../tables/names.ts";
import type { SeenColumn, SeenColumns } from "../tables/seen-columns.ts";
import { SYSTEM_COLUMNS, type TableColumn } from "../tables/table.ts";

/** A table as both engines have it, and what of it is a business: another store is made of these rows, whichever engine it has. */
export interface StorePart {
  /** For the operator. */
  readonly title: string;
  readonly table: string;
  /** Of records. */
  readonly entity?: string;
  readonly columns: readonly PartColumn[];
  /** Columns by which its rows are read in order, no two alike. */
  readonly order: readonly string[];
  /** Most rows at once. */
  readonly atOnce: number;
}

/** value: of a record's field, which each engine has in its own way. */
export interface PartColumn {
  readonly name: string;
  readonly type: "text" | "number" | "boolean" | "bytes" | "value";
  /** Of a value. */
  readonly stored?: ColumnType;
}

/** A value is JSON, or `NOT_WRITTEN`. */
export type PartCell = string | number | boolean | null | Uint8Array;

/** What the cells of a part's columns are, and by what to go on behind the row. */
export interface PartRow {
  readonly place: readonly PartCell[];
  readonly cells: readonly PartCell[];
}

/** The value of a field that was in no shape when the record was made: once it is again, the record gets its default. */
export const NOT_WRITTEN = "";

/** Reads a store that does not change meanwhile. */
export interface StoreReader {
  parts(): Promise<readonly StorePart[]>;
  /** The next rows of a part. @param after the last place; undefined: from the beginning */
  rows(part: StorePart, after: readonly PartCell[] | undefined, limit: number): Promise<readonly PartRow[]>;
  /** The last position that an entry of the journal ever had: it is never used again. */
  lastPosition(): Promise<number>;
}

/** Writes a store that nobody can open before it is complete. */
export interface StoreWriter {
  begin(parts: readonly StorePart[]): Promise<void>;
  insert(part: StorePart, rows: readonly PartRow[]): Promise<void>;
  /** To be called when all rows are inserted. Answers what reads them back. */
  finish(lastPosition: number): Promise<StoreReader>;
}

const MAX_ROWS = 250;
/** SQLite takes about so many values in one statement. */
const MAX_CELLS = 30_000;

const text = (...names: readonly string[]) => names.map((name): PartColumn => ({ name, type: "text" }));
const number = (name: string): PartColumn => ({ name, type: "number" });
const boolean = (name: string): PartColumn => ({ name, type: "boolean" });
const BYTES: PartColumn = { name: "bytes", type: "bytes" };

/** @param order default: all columns */
const part = (
  table: string,
  columns: readonly PartColumn[],
  order: readonly string[] = columns.map(({ name }) => name),
  more: Partial<StorePart> = {},
): StorePart => ({ title: table, table, columns, order, atOnce: MAX_ROWS, ...more });

/**
 * All but records and what is made of them (references, counts, search, hidden columns: the next start makes it anew), and sessions: a
 * copy opens nobody's.
 */
const OWN_PARTS: readonly StorePart[] = [
  part("record_columns", text("from_table", "name", "type", "kind"), ["from_table", "name"], {
    title: "fields",
  }),
  part(
    "images",
    [
      ...text("file_name", "type", "created_at", "expires_at"),
      boolean("deletion_asked"),
      ...text("uploaded_by"),
      boolean("is_binned"),
    ],
    ["file_name"],
    { title: "pictures" },
  ),
  part("image_bytes", [...text("file_name", "size", "type"), BYTES], ["file_name", "size"], {
    title: "bytes of pictures",
    atOnce: 1,
  }),
  part("image_uses", text("from_table", "from_id", "file_name"), undefined, { title: "uses of pictures" }),
  part(
    "journal",
    [
      number("position"),
      ...text("kind", "from_table", "record_id"),
      number("version"),
      ...text("change_id", "at", "account_id", "account_name", "request_id", "config", "data"),
    ],
    ["position"],
    { title: "entries of the journal" },
  ),
  part(
    "journal_values",
    [number("position"), ...text("side", "name"), boolean("is_text"), BYTES],
    ["position", "side", "name"],
    { title: "long values of entries", atOnce: 50 },
  ),
  part(
    "bin",
    [...text("from_table", "record_id"), number("position"), ...text("until")],
    ["from_table", "record_id"],
    { title: "records in the bin" },
  ),
  part(
    "bin_images",
    [...text("from_table", "record_id", "file_name"), number("version"), ...text("until")],
    ["from_table", "record_id", "file_name"],
    { title: "pictures kept by the bin" },
  ),
  part("preferences", text("account_id", "key", "value"), ["account_id", "key"]),
  part("settings", text("key", "value"), ["key"]),
];

/** The records of an entity, in the order in which they were made, with the values of fields that are in no shape now. */
function recordPart(entity: string, seen: ReadonlyMap<string, SeenColumn>): StorePart {
  const value = ({ sql, type }: Pick<TableColumn, "sql" | "type">): PartColumn => ({
    name: sql,
    type: "value",
    stored: type,
  });
  const fields = [...seen]
    .map(([name, { type }]) => value({ sql: sqlName(name), type }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const system = SYSTEM_COLUMNS.filter(({ name }) => name !== "_id").map(value);
  const columns = [...text(sqlName("_id")), ...system, ...fields];
  const atOnce = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_CELLS / columns.length)));
  return part(recordsTable(entity), columns, ["row$"], { title: `records of ${entity}`, entity, atOnce });
}

/** @param seen what was ever stored of each entity */
export function partsOf(seen: SeenColumns): readonly StorePart[] {
  const entities = [...seen].sort(([one], [other]) => (one < other ? -1 : 1));
  return [...OWN_PARTS, ...entities.map(([entity, columns]) => recordPart(entity, columns))];
}
