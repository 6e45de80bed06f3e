/** The store in a PostgreSQL database, which several servers may share. */
import { ownValue } from "../record/json.ts";
import { MoveRefusedError } from "../server/store/moving/move-store.ts";
import { openPostgresStore } from "../server/store/postgres/open.ts";
import { StoreVersionError } from "../server/store/postgres/prepare-database.ts";
import type { Store } from "../server/store/store.ts";
import type { DataStoreOptions } from "./data-store.ts";
import { StartRefused } from "./settings.ts";

export async function openDatabase(url: string, { onTrouble = () => {} }: DataStoreOptions): Promise<Store> {
  try {
    return await openPostgresStore({ url, onTrouble });
  } catch (error) {
    throw databaseRefusal(error);
  }
}

/** SQLSTATEs and errors of the network that an operator meets, in words. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "its host is not known now",
  ETIMEDOUT: "it does not answer",
  "28P01": "user or password is wrong",
  "28000": "this user may not connect",
  "3D000": "there is no such database",
  "42501": "the user may not create tables",
};

/** An error of a database that cannot be used as StartRefused, never with its address, which holds a password; any other error as it is. */
export function databaseRefusal(error: unknown): unknown {
  if (error instanceof StoreVersionError)
    return new StartRefused([error.message, "Start the version that made it."]);
  if (error instanceof MoveRefusedError) return new StartRefused([error.message]);
  const code = ownValue(error, "code");
  const reason = typeof code === "string" ? REASONS[code] : undefined;
  return reason === undefined
    ? error
    : new StartRefused([`The database cannot be used: ${reason} (${code}).`]);
}
