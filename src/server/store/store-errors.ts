import type { Unconvertible, WriteTrouble } from "./store.ts";

/** Whatever is written cannot be stored at present; what is stored can be read. Nothing was changed. */
export class NotStoredError extends Error {
  constructor(
    readonly trouble: WriteTrouble,
    options?: ErrorOptions,
  ) {
    super(`The store cannot be written: ${trouble}`, options);
    this.name = "NotStoredError";
  }
}

/** For `catch`, where what could not be stored can wait: anything else is thrown on. */
export function unlessNotStored(error: unknown): void {
  if (!(error instanceof NotStoredError)) throw error;
}

/** A unique column already holds the value. */
export class DuplicateError extends Error {
  constructor(
    readonly table: string,
    readonly column: string,
    readonly value: string,
  ) {
    super(`${table}.${column} already holds this value`);
    this.name = "DuplicateError";
  }
}

/** Stored values cannot be converted to the shapes; nothing was changed. */
export class UnconvertibleError extends Error {
  constructor(readonly unconvertible: readonly Unconvertible[]) {
    super(
      unconvertible
        .map(({ table, column, reason, count }) => `${table}.${column}: ${reason} ${count}`)
        .join(", "),
    );
    this.name = "UnconvertibleError";
  }
}
