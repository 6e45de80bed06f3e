import type pg from "pg";
import { type Observe, type Query, queryOn, stateOf, withClient } from "./connection.ts";

const MAX_TRIES = 3;

/** Reads of what is committed. */
interface SnapshotReads {
  /** One statement. */
  readonly once: Query;
  /** Statements that read the same state. */
  together<T>(work: (query: Query) => Promise<T>): Promise<T>;
}

export function makeSnapshotReads(pool: pg.Pool, observe: Observe | undefined): SnapshotReads {
  const attempt = <T>(work: (query: Query) => Promise<T>): Promise<T> =>
    withClient(pool, async ({ client }) => {
      await client.query("begin isolation level repeatable read read only");
      const value = await work(queryOn(client, observe));
      await client.query("commit");
      return value;
    });

  return {
    once: queryOn(pool, observe),
    async together(work) {
      for (let tries = 1; ; tries += 1)
        try {
          return await attempt(work);
        } catch (error) {
          // New shapes came in between.
          if (stateOf(error) !== "40P01" || tries === MAX_TRIES) throw error;
        }
    },
  };
}
