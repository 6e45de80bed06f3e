import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { type Query, stateOf } from "../connection.ts";

const LOCK_TIMEOUT_MS = 300;
const PAUSE_MS = 700;
const MAX_TRIES = 120;

/** Of statements that go with it. */
const SHORTLY = sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);

const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Changes tables once nobody reads them. Who wants to read waits behind it, and a backup reads for minutes: so it waits only shortly,
 * and tries again. Rejects with the database's error where they were read for too long.
 */
async function whenUnread(change: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return void (await change());
    } catch (error) {
      if (stateOf(error) !== LOCK_NOT_AVAILABLE || tries === MAX_TRIES) throw error;
      await setTimeout(PAUSE_MS);
    }
}

/** One statement without values, outside of a transaction. */
export const alterWhenUnread = (query: Query, statement: ReturnType<typeof sql>): Promise<void> =>
  whenUnread(() => query(sql`${SHORTLY}; ${statement}`));

/** At the end of a transaction. `change` is undone before it runs again. */
export function changeWhenUnread(query: Query, change: () => Promise<void>): Promise<void> {
  return whenUnread(async () => {
    await query(sql`savepoint unread; ${SHORTLY}`);
    try {
      await change();
    } catch (error) {
      await query(sql`rollback to savepoint unread`);
      throw error;
    }
  });
}
