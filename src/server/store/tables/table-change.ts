import type { DeclaredColumn, Table } from "./table.ts";

/** A table that does not follow its shape yet. `Plan`: what an engine makes a table for. */
export interface TableChange<Plan> {
  readonly table: Table;
  readonly plan: Plan;
  readonly old: Plan | undefined;
  /** Columns whose stored values are to be converted, or that have none in records written while they were in no shape. */
  readonly converts: readonly DeclaredColumn[];
  /** Columns in which records may have other values than before. */
  readonly touched: Set<string>;
}

/** Those of all tables that have something to follow: a plan of their own, or values of others that they copy. */
export function changesAmong<Change extends TableChange<unknown> & { readonly isSame: boolean }>(
  all: readonly Change[],
): Change[] {
  const isCopied = ({ of }: Table["copies"][number]) =>
    all.some(
      ({ table, touched, converts }) =>
        table.id === of?.table && (touched.has(of.column) || converts.some(({ name }) => name === of.column)),
    );
  return all.filter(
    ({ table, converts, isSame }) => !isSame || converts.length > 0 || table.copies.some(isCopied),
  );
}

/** By table, the columns in which records may have other values than when the old plan was followed. */
export type Touched = (table: string) => ReadonlySet<string> | undefined;

export const touchedBy =
  (changes: readonly TableChange<unknown>[]): Touched =>
  (id) =>
    changes.find(({ table }) => table.id === id)?.touched;
