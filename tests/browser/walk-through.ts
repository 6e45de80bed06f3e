import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** One edit of the walk-through: lines of a file that change, or a whole new file. */
interface Edit {
  readonly file: string;
  readonly kind: "diff" | "json";
  readonly text: string;
}

const README = "config/README.md";

/** The edits of each step of config/README.md, by the step's heading. */
export async function readSteps(): Promise<ReadonlyMap<string, readonly Edit[]>> {
  const text = await readFile(README, "utf8");
  const sections = text.split(/^###? /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [heading = ""] = section.split("\n", 1);
      const blocks = section.matchAll(/^```(diff|json) config\/(\S+)\n(.*?)^```$/gms);
      const edits = [...blocks].map(
        ([, kind, file = "", body = ""]): Edit => ({
          file,
          kind: kind === "json" ? "json" : "diff",
          text: body,
        }),
      );
      return [heading, edits];
    }),
  );
}

/** Does what the step says in a config folder. Throws where the lines it shows are not in the file, or there twice. */
export async function follow(folder: string, { file, kind, text }: Edit): Promise<void> {
  const path = join(folder, file);
  if (kind === "json") return writeFile(path, text, { flag: "wx" });
  const lines = text.split("\n").slice(0, -1);
  const side = (mark: "-" | "+") =>
    lines
      .filter((line) => line.startsWith(mark) || line.startsWith(" "))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const before = await readFile(path, "utf8");
  const parts = before.split(side("-"));
  if (parts.length !== 2)
    throw new Error(`${README}: ${file} has these lines ${parts.length - 1} times:\n${side("-")}`);
  await writeFile(path, parts.join(side("+")));
}
