import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { DONE, type Terminal } from "./command.ts";
import { type Examples, withProblemTable } from "./problem-table.ts";

const PAGE = "config/README.md";
const EXAMPLES = "tests/fixtures/problems";

/** Writes what the page about the config says of problems anew. For whoever works on the program, from its folder. */
export async function docs(terminal: Terminal): Promise<number> {
  const before = await readFile(PAGE, "utf8");
  const after = withProblemTable(before, await readExamples());
  if (after !== before) await writeFile(PAGE, after);
  terminal.log(after === before ? `${PAGE} is current.` : `Written: ${PAGE}`);
  return DONE;
}

async function readExamples(): Promise<Examples> {
  const names = await readdir(EXAMPLES);
  const read = async (name: string) => JSON.parse(await readFile(join(EXAMPLES, name), "utf8"));
  return new Map(
    await Promise.all(names.map(async (name) => [basename(name, ".json"), await read(name)] as const)),
  );
}
