import type { WriteTrouble } from "./store.ts";
import type { Unconvertible } from "./table-shape.ts";

/** The store cannot be written at present, only read. Nothing was changed. */
export class NotStoredError extends Error {
  override readonly name = "NotStoredError";

  constructor(
    readonly trouble: WriteTrouble,
    options?: ErrorOptions,
  ) {
    super(`The store cannot be written: ${trouble}`, options);
  }
}

/** The database was lost while a write was committed: it may be stored, or not. */
export class UnknownOutcomeError extends Error {
  override readonly name = "UnknownOutcomeError";
}

/** The store has too much to do: other servers' writes came in between again and again, or a question took too long. Nothing was changed. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

/** The database is away, so that the store cannot be read at present. */
export class NotReadError extends Error {
  override readonly name = "NotReadError";
}

/** Whether an error is the store's trouble, of which the operator is told when it begins. */
export function isStoreTrouble(error: unknown): boolean {
  return isNotStored(error) || error instanceof NotReadError;
}

/** Whether a write was refused by the store, or may have been: it can be made again. */
export function isNotStored(error: unknown): boolean {
  return error instanceof NotStoredError || error instanceof UnknownOutcomeError;
}

/** For `catch`, where a write can wait until the store can be written again; throws any other error. */
export function unlessNotStored(error: unknown): void {
  if (!isNotStored(error)) throw error;
}

/** Another record has the value in a unique column. */
export class DuplicateError extends Error {
  override readonly name = "DuplicateError";

  constructor(
    readonly table: string,
    readonly column: string,
    readonly value: string,
  ) {
    super(`${table}.${column} already holds this value`);
  }
}

/** Stored values cannot be converted to the shapes; nothing was changed. */
export class UnconvertibleError extends Error {
  override readonly name = "UnconvertibleError";

  constructor(readonly unconvertible: readonly Unconvertible[]) {
    const lines = unconvertible.map(
      ({ table, column, reason, count }) => `${table}.${column}: ${reason} ${count}`,
    );
    super(lines.join(", "));
  }
}
