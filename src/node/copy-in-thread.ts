import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Copies a store in a thread, with `backup-thread.ts` as it was built. Rejects with what the copy threw. */
export async function copyInThread(module: URL, file: string, copy: string): Promise<void> {
  const worker = new Worker(module, { workerData: { file, copy } });
  // It keeps no process alive: what is half made then has no backup's name.
  worker.unref();
  // Rejects with an uncaught error of the thread.
  await once(worker, "message");
  await worker.terminate();
}
