import { sql } from "kysely";
import type pg from "pg";
import { queryOn, withClient } from "./connection.ts";

/** After so many rows that this server has added, counts are summed up. */
const MAX_ADDED = 2000;

/**
 * Sums the counts up that writes have added, so that adding them up stays quick. Not SERIALIZABLE: it changes no sum, and it
 * deletes rows that no write deletes but one that makes all of a table anew, alone.
 */
export function makeCountCompaction(pool: pg.Pool) {
  let added = 0;
  let running: Promise<void> | undefined;

  const compact = (): Promise<void> =>
    withClient(pool, async ({ client }) => {
      const query = queryOn(client);
      await client.query("begin isolation level read committed");
      // Who changes all tables makes the counts anew: it waits for nobody.
      await client.query("lock table write_gate in row share mode nowait");
      const [lock] = await query(
        sql<{ isOurs: boolean }>`select
          pg_try_advisory_xact_lock(hashtext(current_schema() || '.record_counts')) as "isOurs"`,
      );
      if (lock?.isOurs === true)
        await query(sql`with several as (select from_table, field, value from record_counts
            group by from_table, field, value having count(*) > 1),
          gone as (delete from record_counts using several
            where record_counts.from_table = several.from_table and record_counts.field = several.field
            and record_counts.value = several.value
            returning record_counts.from_table, record_counts.field, record_counts.value, record_counts.n)
          insert into record_counts select from_table, field, value, sum(n) from gone
          group by from_table, field, value having sum(n) <> 0`);
      await client.query("commit");
    }).catch(() => {
      // The next ones are summed up with these.
    });

  return {
    /** To be called after each write. */
    noteAdded(rows: number): void {
      added += rows;
      if (added < MAX_ADDED || running !== undefined) return;
      added = 0;
      running = compact().finally(() => {
        running = undefined;
      });
    },
    /** At once. */
    async now(): Promise<void> {
      await running;
      await compact();
    },
    ended: async (): Promise<void> => running,
  };
}
