import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/server/store/sqlite/open.ts";
import type { Store } from "../../src/server/store/store.ts";
import { storeContract } from "./store.ts";

storeContract("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "store-"));
  let store: Store | undefined;
  const open = async () => {
    store = await openSqliteStore({ file: join(folder, "store.db") });
    return store;
  };
  return {
    open,
    async reopen() {
      await store?.close();
      return open();
    },
    async close() {
      await store?.close();
      await rm(folder, { recursive: true });
    },
  };
});
