import { join } from "node:path";
import { planMigration } from "../compiler/migrations/plan-migration.ts";
import { CONFIG_FORMAT } from "../model/app-config.ts";
import { configFolder } from "../node/config-folder.ts";
import { counted, DONE, makeCommand, PROBLEMS } from "./command.ts";

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

/** Lines of context around a change. */
const AROUND = 2;

/** The lines in which two texts differ, as `diff -u` writes them, without its heads: the rest is left out. */
export function lineDiff(before: string, after: string): string[] {
  const rows = compare(before.split("\n"), after.split("\n"));
  const near = rows.map((_, at) =>
    rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some((row) => !row.startsWith(" ")),
  );
  return rows.flatMap((row, at) => (near[at] ? [row] : near[at - 1] ? ["  …"] : []));
}

/** Every line, kept (` `), gone (`-`) or new (`+`), by the longest common run of lines. */
function compare(before: readonly string[], after: readonly string[]): string[] {
  // longest[i][j]: how many lines the ends of both have in common, from i and from j on
  const longest = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  const common = (i: number, j: number) => longest[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const row = longest[i];
      if (row !== undefined) {
        row[j] =
          before[i] === after[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1));
      }
    }
  }
  const rows: string[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      rows.push(`  ${before[i]}`);
      i++;
      j++;
    } else if (j >= after.length || (i < before.length && common(i + 1, j) >= common(i, j + 1))) {
      rows.push(`- ${before[i]}`);
      i++;
    } else {
      rows.push(`+ ${after[j]}`);
      j++;
    }
  }
  return rows;
}
