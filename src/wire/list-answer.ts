import type { StoredRecord } from "../model/record.ts";

/** A list as the client reads it, whatever key the server used; a missing total is unknown. */
export interface ListAnswer {
  readonly records: readonly StoredRecord[];
  readonly total: number | undefined;
}
