import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CannotMigrate, type Edit } from "../compiler/migrations/edit-json.ts";
import { addMissingMessages } from "../compiler/migrations/missing-messages.ts";
import { planMigration } from "../compiler/migrations/plan-migration.ts";
import { CONFIG_FORMAT } from "../model/app-config.ts";
import { configFolder } from "../node/config-folder.ts";
import { counted, DONE, makeCommand, PROBLEMS } from "./command.ts";

/** The sentences that the program brings, in its folder. */
const BROUGHT_MESSAGES = join("config", "messages.json");

/**
 * Brings a config of an older format to that of this program, adds the sentences that it says since, and prints what it changes.
 */
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
    const [steps, texts] =
      plan.kind === "plan" ? [plan.steps, new Map(plan.texts)] : [[], new Map<string, string>()];
    const migrated = new Map([...files, ...texts]);
    const added = await attempt(async () =>
      addMissingMessages(migrated, await readFile(BROUGHT_MESSAGES, "utf8")),
    );
    if (added instanceof CannotMigrate) {
      terminal.error(added.message);
      return PROBLEMS;
    }
    for (const { file, text } of added) texts.set(file, text);
    if (texts.size === 0) {
      terminal.log(`${folder} is of format ${CONFIG_FORMAT}, the newest. There is nothing to do.`);
      return DONE;
    }
    const tell = (edits: readonly Edit[]) => {
      for (const { file, words } of edits) terminal.log(`  ${join(folder, file)}: ${words}`);
    };
    for (const { from, to, edits } of steps) {
      terminal.log(`From format ${from} to ${to}:`);
      tell(edits);
    }
    if (added.length > 0) {
      terminal.log("Sentences:");
      tell(added);
    }
    if (flags.has("dry-run")) {
      for (const [file, text] of texts) {
        terminal.log(`\n${join(folder, file)}`);
        for (const line of lineDiff(files.get(file) ?? "", text)) terminal.log(line);
      }
      terminal.log("\nNothing was written. Without --dry-run it is.");
      return DONE;
    }
    await config.write(texts);
    terminal.log(`${counted(texts.size, "file")} written. Now: npm run check`);
    return DONE;
  },
);

async function attempt<T>(make: () => Promise<T>): Promise<T | CannotMigrate> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof CannotMigrate) return error;
    throw error;
  }
}

/** Lines of context around a change. */
const AROUND = 2;

/** The lines in which two texts differ, as `diff -u` writes them, but without its heads. */
export function lineDiff(before: string, after: string): string[] {
  const rows = compare(before.split("\n"), after.split("\n"));
  const near = rows.map((_, at) =>
    rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some((row) => !row.startsWith(" ")),
  );
  return rows.flatMap((row, at) => (near[at] ? [row] : near[at - 1] ? ["  …"] : []));
}

/** Every line, kept (` `), removed (`-`) or added (`+`), by the longest common subsequence. */
function compare(before: readonly string[], after: readonly string[]): string[] {
  // longest[i][j]: the length of the longest common subsequence from i and from j on
  const longest = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  const common = (i: number, j: number) => longest[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const isCommon = before[i] === after[j];
      const length = isCommon ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1));
      longest[i]?.set([length], j);
    }
  }
  const rows: string[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const isCommon = i < before.length && before[i] === after[j];
    const isGone = i < before.length && (j >= after.length || common(i + 1, j) >= common(i, j + 1));
    rows.push(isCommon ? `  ${before[i]}` : isGone ? `- ${before[i]}` : `+ ${after[j]}`);
    if (isCommon || isGone) i++;
    if (isCommon || !isGone) j++;
  }
  return rows;
}
