/** `npm run backup` and `npm run restore`. Both throw errors with sentences for the operator. */
import { copySqliteStore, type StoreCopy } from "../server/store/sqlite/file/copy.ts";
import { restoreSqliteStore } from "../server/store/sqlite/file/restore.ts";
import { requireStore } from "../server/store/sqlite/file/store-file.ts";
import { lockData } from "./data-lock.ts";
import { markStore, storeFileIn } from "./data-store.ts";
import { readSettings, StartRefused } from "./settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Copies the store of the installation in the environment, running or not. */
export function backUp(env: Environment, copy: string): void {
  const copied = copySqliteStore(storeFileIn(dataDirOf(env)), copy);
  console.log(
    `${copy} holds the whole store, checked: ${contents(copied)}. Nobody is logged in there.`,
    `To go back to it, end the server, then: npm run restore -- ${copy}`,
  );
}

/** Replaces the store of the installation in the environment by a copy. */
export async function restore(env: Environment, copy: string): Promise<void> {
  const dataDir = dataDirOf(env);
  requireStore(copy);
  const unlock = await lockData(dataDir);
  try {
    const file = storeFileIn(dataDir);
    const { kept, ...restored } = restoreSqliteStore(file, copy, new Date());
    markStore(dataDir);
    console.log(
      `${file} is now as ${copy} is, checked: ${contents(restored)}. Everyone has to log in again.`,
    );
    if (kept !== undefined)
      console.log(`What was there before is kept as ${kept}, with its journal where it had one.`);
  } finally {
    unlock();
  }
}

/** Throws StartRefused where the store is in a database. */
function dataDirOf(env: Environment): string {
  const { dataDir, databaseUrl } = readSettings(env);
  if (databaseUrl !== undefined)
    throw new StartRefused([
      "This is for the store in DATA_DIR. With DATABASE_URL, use the database's own means: pg_dump and pg_restore, or what its host offers.",
    ]);
  return dataDir;
}

const contents = ({ records, images, version }: StoreCopy) =>
  `${records} records, ${images} pictures, store version ${version}`;
