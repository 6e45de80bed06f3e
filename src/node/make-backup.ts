/** A backup that a running server makes, in its own thread or in another one. */
import { takeBackupTurn } from "../server/store/postgres/moving/backup-turn.ts";
import { copyOpenStore } from "../server/store/sqlite/file/copy.ts";
import { copyDatabase } from "./copy-database.ts";

export type BackupTask = {
  readonly copy: string;
  /** When it is begun. */
  readonly now: Date;
  /** One from then on, by another server on the same database, is young enough. */
  readonly since: Date;
} & ({ readonly file: string } | { readonly url: string });

/** A Date: of one that another server made. underWay: another server makes one. */
export type BackupOutcome = "made" | "underWay" | Date;

export async function makeBackup(task: BackupTask): Promise<BackupOutcome> {
  const { copy, now, since } = task;
  if ("file" in task) {
    copyOpenStore(task.file, copy);
    return "made";
  }
  const turn = await takeBackupTurn(task, since, now);
  if (turn === "underWay" || turn instanceof Date) return turn;
  try {
    await copyDatabase(task.url, copy);
    // Where it cannot be noted, another server makes one too.
    await turn.note().catch(() => undefined);
    return "made";
  } finally {
    await turn.end();
  }
}
