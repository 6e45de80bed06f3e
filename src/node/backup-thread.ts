/** Root of a thread that copies the store: that takes long, and holds nobody up here. */
import { parentPort, workerData } from "node:worker_threads";
import { type BackupTask, makeBackup } from "./make-backup.ts";

if (parentPort === null) throw new Error("This is run by the server, as a thread of it.");
const task: BackupTask = workerData;
parentPort.postMessage(await makeBackup(task));
