/** `npm run backup` and `npm run restore`. Both throw errors with sentences for the operator. */
import { copySqliteStore, type StoreCopy } from "../server/store/sqlite/file/copy.ts";
import { readStoreFile } from "../server/store/sqlite/file/moved-file.ts";
import { restoreSqliteStore } from "../server/store/sqlite/file/restore.ts";
import { requireStore } from "../server/store/sqlite/file/store-file.ts";
import { nameOfPlace, told } from "./business-place.ts";
import { copyDatabase } from "./copy-database.ts";
import { lockData } from "./data-lock.ts";
import { markStore, storeFileIn } from "./data-store.ts";
import { moveFrom } from "./move-business.ts";
import { readSettings } from "./settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Copies the store of the installation in the environment, running or not. */
export async function backUp(env: Environment, copy: string): Promise<void> {
  const { dataDir, databaseUrl: url } = readSettings(env);
  const copied =
    url === undefined
      ? copySqliteStore(storeFileIn(dataDir), copy)
      : await told({ url }, () => copyDatabase(url, copy));
  console.log(
    `${copy} holds the whole store, checked: ${contents(copied)}. Nobody is logged in there.`,
    url === undefined
      ? `To go back to it, end the server, then: npm run restore -- ${copy}`
      : `To go back to it, set DATABASE_URL to an empty database, then: npm run restore -- ${copy}`,
  );
}

/** Replaces the store of the installation in the environment by a copy; fills a database that is empty. */
export async function restore(env: Environment, copy: string): Promise<void> {
  const { dataDir, databaseUrl } = readSettings(env);
  requireStore(copy);
  if (databaseUrl === undefined) return restoreFolder(dataDir, copy);
  const place = { url: databaseUrl };
  const { close, ...reader } = readStoreFile(copy);
  try {
    await moveFrom(reader, place);
    console.log(`${nameOfPlace(place)} is now as ${copy} is, compared. Everyone has to log in again.`);
  } finally {
    close();
  }
}

async function restoreFolder(dataDir: string, copy: string): Promise<void> {
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

const contents = ({ records, images, version }: StoreCopy) =>
  `${records} records, ${images} pictures, store version ${version}`;
