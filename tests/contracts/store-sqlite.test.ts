import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/server/store/sqlite/open.ts";
import { reopening } from "./store/library.ts";
import { storeContract } from "./store.ts";

storeContract("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "store-"));
  const store = reopening(() => openSqliteStore({ file: join(folder, "store.db") }));
  return {
    ...store,
    async close() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
