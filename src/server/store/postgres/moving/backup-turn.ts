import { sql } from "kysely";
import { backupLock, tryLock } from "../advisory-locks.ts";
import { connectAlone, type MovedDatabase } from "./moved-database.ts";

/** When the last scheduled backup of the database was made, by whichever server. */
const MADE_SETTING = "backup.made";

/** underWay: another server makes one. A Date: when another one made the last, which is young enough. */
type BackupTurn =
  | "underWay"
  | Date
  | {
      /** To be called when it is made. */
      note(): Promise<void>;
      /** To be called in any case. */
      end(): Promise<void>;
    };

/** Of the servers on a database, one makes each scheduled backup. @param since one that is made from then on is young enough */
export async function takeBackupTurn(database: MovedDatabase, since: Date, now: Date): Promise<BackupTurn> {
  const { client, query } = await connectAlone(database);
  try {
    if (!(await tryLock(query, backupLock(database.schema)))) {
      await client.end();
      return "underWay";
    }
    const [found] = await query(
      sql<{ value: string }>`select value from settings where key = ${MADE_SETTING}`,
    );
    const made = new Date(found?.value ?? Number.NaN);
    // One of the future, by a clock that was wrong, counts for nothing.
    if (made > since && made <= now) {
      await client.end();
      return made;
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async note() {
      await client.query("begin; lock table write_gate in row share mode");
      await query(sql`insert into settings (key, value) values (${MADE_SETTING}, ${now.toISOString()})
        on conflict (key) do update set value = excluded.value`);
      await client.query("commit");
    },
    end: () => client.end(),
  };
}
