import { sql } from "kysely";
import type pg from "pg";
import { databaseTroubleOf, type Query, queryOn, stateOf } from "./connection.ts";

const MAX_TRIES = 3;

/** Reads of what is committed. */
export interface SnapshotReads {
  /** One statement. */
  readonly once: Query;
  /** Statements that read the same state. */
  together<T>(work: (query: Query) => Promise<T>): Promise<T>;
}

export function makeSnapshotReads(
  pool: pg.Pool,
  observe: ((statement: string) => void) | undefined,
): SnapshotReads {
  async function attempt<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let isBroken = false;
    const lost = () => {
      isBroken = true;
    };
    client.on("error", lost);
    const query = queryOn(client, observe);
    try {
      await client.query("begin isolation level repeatable read read only");
      const value = await work(query);
      await query(sql`commit`);
      return value;
    } catch (error) {
      isBroken ||= databaseTroubleOf(error) !== undefined;
      if (!isBroken) await client.query("rollback").catch(lost);
      throw error;
    } finally {
      client.off("error", lost);
      client.release(isBroken);
    }
  }

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
