import type { StoreReader, StoreWriter } from "../../moving/parts.ts";
import { NOT_WRITTEN, type PartCell, type PartColumn, partsOf, type StorePart } from "../../moving/parts.ts";
import { VERSION_COLUMN } from "../../tables/names.ts";
import { decode, encode, type SqlValue } from "../../tables/values.ts";
import { readSeen, SQL_TYPES } from "../convert-columns.ts";
import { type BareConnection, openReadOnly } from "../driver.ts";
import { createInPart } from "./create.ts";
import { beginPart, partOf } from "./durable-file.ts";
import { checkWhole, hasJournal, inspectStoreFile, noStore, StoreFileError } from "./store-file.ts";
import { STORE_VERSION } from "./upgrade-steps.ts";

/** Reads a store that nobody has open, its journal included. Throws StoreFileError where it is none of this version. */
export function readStoreFile(file: string): StoreReader & { close(): void } {
  const found = inspectStoreFile(file);
  if (found.state !== "store" || found.version !== STORE_VERSION) throw noStore(found, file);
  const connection = openReadOnly(file, hasJournal(file));
  try {
    checkWhole(connection, file);
    return { ...readerOf(connection, file), close: connection.close };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function readerOf(connection: BareConnection, file: string): StoreReader {
  const { rows } = connection;
  /** By table: a store of an old version may lack system columns in a table that no config has any more. */
  const present = new Map<string, ReadonlySet<string>>();

  function columnsIn(table: string): ReadonlySet<string> {
    const found =
      present.get(table) ??
      new Set(rows("select name from pragma_table_info(?)", [table]).map(([name]) => String(name)));
    present.set(table, found);
    return found;
  }

  return {
    async parts() {
      const parts = partsOf(readSeen(connection));
      refuseUnknown(parts, columnsIn, file, rows);
      return parts;
    },
    async rows({ table, columns, order }, after, limit) {
      const has = columnsIn(table);
      const selected = columns.map(({ name }) =>
        has.has(name) ? id(name) : name === VERSION_COLUMN ? "1" : "null",
      );
      const place = order.map(id).join(", ");
      const behind = after === undefined ? "" : `where (${place}) > (${order.map(() => "?").join(", ")})`;
      const found = rows(
        `select ${place}, ${selected.join(", ")} from ${id(table)} ${behind} order by ${place} limit ?`,
        [...(after ?? []).map(plain), limit],
      );
      return found.map((row) => ({
        place: row.slice(0, order.length),
        cells: columns.map((column, at) => cellOf(column, row[order.length + at] ?? null)),
      }));
    },
    async lastPosition() {
      return Number(rows("select seq from sqlite_sequence where name = 'journal'", [])[0]?.[0] ?? 0);
    },
  };
}

/** A store from before fields were noted may have columns of which nobody knows what they hold. */
function refuseUnknown(
  parts: readonly StorePart[],
  columnsIn: (table: string) => ReadonlySet<string>,
  file: string,
  rows: BareConnection["rows"],
): void {
  const tables = rows("select name from sqlite_schema where type = 'table' and name like 'records$%'", []);
  const unknown = tables.flatMap(([name]) => {
    const table = String(name);
    const known = parts.find((part) => part.table === table)?.columns.map((column) => column.name);
    if (known === undefined) return [table];
    return [...columnsIn(table)]
      .filter((column) => !column.includes("$") && !known.includes(column))
      .map((column) => `${table}.${column}`);
  });
  if (unknown.length > 0)
    throw new StoreFileError(
      `${file} has values of a version that did not note what they are: ${unknown.join(", ")}. Start the server once with a config that has these fields.`,
    );
}

const id = (name: string) => `"${name.replaceAll('"', '""')}"`;

function plain(cell: PartCell): SqlValue | Uint8Array {
  return typeof cell === "boolean" ? Number(cell) : cell;
}

function cellOf({ type, stored }: PartColumn, value: SqlValue | Uint8Array): PartCell {
  if (type === "boolean") return value === 1;
  if (type !== "value" || value === null) return value;
  return value instanceof Uint8Array ? NOT_WRITTEN : JSON.stringify(decode(stored ?? "text", value));
}

function sqlValueOf({ type, stored }: PartColumn, cell: PartCell): SqlValue | Uint8Array {
  if (type !== "value" || typeof cell !== "string") return plain(cell);
  return cell === NOT_WRITTEN ? new Uint8Array(0) : encode(stored ?? "text", JSON.parse(cell));
}

const COUNT = "insert into record_counts (from_table, field, value, n) values (?, '', '', ?)";

/** Writes a store to `partOf(file)`, which is then to be placed or removed. */
export function writeStoreFile(file: string): StoreWriter & { close(): void } {
  const connection = createInPart(beginPart(file));
  const counts = new Map<StorePart, number>();
  let open: { close(): void } | undefined = connection;
  const close = () => {
    open?.close();
    open = undefined;
  };
  return {
    async begin(parts) {
      connection.exec("begin immediate");
      for (const { table, columns } of parts.filter(({ entity }) => entity !== undefined)) {
        const [key, ...others] = columns;
        const defined = others.map(({ name, stored }) => `${id(name)} ${SQL_TYPES[stored ?? "text"]}`);
        connection.exec(
          `create table ${id(table)} (${[
            `${id("row$")} integer primary key`,
            `${id(key?.name ?? "")} text not null unique`,
            ...defined,
          ].join(", ")})`,
        );
      }
    },
    async insert(part, rows) {
      const { table, columns } = part;
      const places = `(${columns.map(() => "?").join(", ")})`;
      connection.runText(
        `insert into ${id(table)} (${columns.map(({ name }) => id(name)).join(", ")})
          values ${rows.map(() => places).join(", ")}`,
        rows.flatMap(({ cells }) => columns.map((column, at) => sqlValueOf(column, cells[at] ?? null))),
      );
      counts.set(part, (counts.get(part) ?? 0) + rows.length);
    },
    async finish(lastPosition) {
      connection.runText("delete from sqlite_sequence where name = 'journal'", []);
      connection.runText("insert into sqlite_sequence (name, seq) values ('journal', ?)", [lastPosition]);
      // How many records there are is also told before the next start counts them anew.
      for (const [part, count] of counts)
        if (part.entity !== undefined) connection.runText(COUNT, [part.entity, count]);
      connection.exec("commit");
      close();
      const written = readStoreFile(partOf(file));
      open = written;
      return written;
    },
    close,
  };
}
