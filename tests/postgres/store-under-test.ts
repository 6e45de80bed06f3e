import { openPostgresStore } from "../../src/server/store/postgres/open.ts";
import { reopening, type StoreUnderTest } from "../contracts/store/library.ts";
import { sharedCluster } from "./cluster.ts";

let database: Promise<string> | undefined;
let made = 0;

/** A place for stores of a test's own: a schema of a database whose locale orders texts otherwise than stores do. */
export async function emptySchema(): Promise<{ readonly url: string; readonly schema: string }> {
  database ??= sharedCluster().then((cluster) => cluster.createDatabase("stores"));
  made += 1;
  return { url: await database, schema: `store_${made}` };
}

export async function postgresUnderTest(): Promise<StoreUnderTest> {
  const place = await emptySchema();
  return reopening(() => openPostgresStore(place));
}
