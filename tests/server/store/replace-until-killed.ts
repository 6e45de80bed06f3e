import { writeSync } from "node:fs";
import { restoreSqliteStore } from "../../../src/server/store/sqlite/restore.ts";
import { upgradeSqliteStore } from "../../../src/server/store/sqlite/upgrade.ts";

/** A process of its own that upgrades a store, or puts a copy in its place. Arguments: the file, and the copy. */
const [file = "", copy] = process.argv.slice(2);
writeSync(1, "begins\n");
if (copy === undefined) upgradeSqliteStore(file, 0, new Date());
else restoreSqliteStore(file, copy, new Date());
writeSync(1, "done\n");
