import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { restoreSqliteStore } from "../../../src/server/store/sqlite/file/restore.ts";
import { upgradeSqliteStore } from "../../../src/server/store/sqlite/file/upgrade.ts";

/**
 * A process of its own that upgrades a store, or puts a copy in its place. Arguments: the file, before which of its calls
 * that change the folder it kills itself (0: none), and the copy.
 */
const [file = "", killBefore = "0", copy] = process.argv.slice(2);
let calls = 0;
for (const name of ["linkSync", "renameSync", "rmSync", "fsyncSync", "openSync", "closeSync"] as const) {
  const real = fs[name];
  const counted = (...args: unknown[]) => {
    calls += 1;
    if (calls === Number(killBefore)) process.kill(process.pid, "SIGKILL");
    return Reflect.apply(real, fs, args);
  };
  Object.assign(fs, { [name]: counted });
}
syncBuiltinESMExports();

fs.writeSync(1, "begins\n");
if (copy === undefined) upgradeSqliteStore(file, 0, new Date());
else restoreSqliteStore(file, copy, new Date());
fs.writeSync(1, "done\n");
