import { join } from "node:path";
import { configFolder } from "../config-folder.ts";
import { CONFIG_FORMAT } from "../model/app-config.ts";
import { planMigration } from "../model/migrations/plan-migration.ts";
import { counted, DONE, makeCommand, PROBLEMS } from "./command.ts";
import { lineDiff } from "./line-diff.ts";

/** Brings a config of an older format to that of this program; says first what it does. */
export const migrate = makeCommand(
  "npm run migrate -- [--dry-run] [folder]",
  ["dry-run"],
  async ({ folder, flags }, terminal) => {
    const config = configFolder(folder);
    const files = await config.read();
    const plan = planMigration(files, CONFIG_FORMAT);
    if (plan.kind === "refused") {
      terminal.error(plan.reason);
      return PROBLEMS;
    }
    if (plan.kind === "current") {
      terminal.log(`${folder} is of format ${CONFIG_FORMAT}, the newest. There is nothing to do.`);
      return DONE;
    }
    for (const { from, to, edits } of plan.steps) {
      terminal.log(`From format ${from} to ${to}:`);
      for (const { file, words } of edits) terminal.log(`  ${join(folder, file)}: ${words}`);
    }
    if (flags.has("dry-run")) {
      for (const [file, text] of plan.texts) {
        terminal.log(`\n${join(folder, file)}`);
        for (const line of lineDiff(files.get(file) ?? "", text)) terminal.log(line);
      }
      terminal.log("\nNothing was written. Without --dry-run it is.");
      return DONE;
    }
    await config.write(plan.texts);
    terminal.log(`${counted(plan.texts.size, "file")} written. Now: npm run check`);
    return DONE;
  },
);
