import { writeSync } from "node:fs";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { SHAPES } from "../../contracts/store/library.ts";

/**
 * A process of its own that makes a store follow the shapes, as a start does. Arguments: the file, and before which of its
 * statements it kills itself (0: none). Tells at the end how many there were.
 */
const [file = "", killBefore = "0"] = process.argv.slice(2);
let statements = 0;
let begins = false;
const store = await openSqliteStore({
  file,
  observe: () => {
    if (!begins) return;
    statements += 1;
    if (statements === Number(killBefore)) process.kill(process.pid, "SIGKILL");
  },
});
begins = true;
writeSync(1, "begins\n");
await store.applyShapes(SHAPES);
begins = false;
writeSync(1, `done ${statements}\n`);
await store.close();
