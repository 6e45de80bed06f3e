/** Root of a thread that copies the store: that takes long, and holds nobody up here. */
import { parentPort, workerData } from "node:worker_threads";
import { copySqliteStore } from "../server/store/sqlite/file/copy.ts";

if (parentPort === null) throw new Error("This is run by the server, as a thread of it.");
const { file, copy }: { file: string; copy: string } = workerData;
parentPort.postMessage(copySqliteStore(file, copy));
