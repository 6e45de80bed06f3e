import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { BackupOutcome, BackupTask } from "./make-backup.ts";

/** Makes a backup in a thread, with `backup-thread.ts` as it was built. Rejects with what the backup threw. */
export async function backUpInThread(module: URL, task: BackupTask): Promise<BackupOutcome> {
  const worker = new Worker(module, { workerData: task });
  // It keeps no process alive: what is half made then has no backup's name.
  worker.unref();
  // Rejects with an uncaught error of the thread.
  const [outcome]: BackupOutcome[] = await once(worker, "message");
  await worker.terminate();
  if (outcome === undefined) throw new Error("The thread of the backup answered nothing.");
  return outcome;
}
