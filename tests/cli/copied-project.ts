import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type Ran, runNode } from "./run-node.ts";

/** The project as a developer has it who has just cloned and installed it: nothing built. */
export interface CopiedProject {
  readonly folder: string;
  /** Runs a script of the project or of its packages in its folder, by Node. */
  run(...args: readonly string[]): Promise<Ran>;
  remove(): void;
}

/** Every file that is not ignored, in a folder of its own; the packages by a link. */
export function copyProject(): CopiedProject {
  const folder = mkdtempSync(join(tmpdir(), "project-"));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  for (const path of listed.toString().split("\0")) {
    if (path === "" || path === "node_modules" || !existsSync(path)) continue;
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    copyFileSync(path, join(folder, path));
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return {
    folder,
    run: (...args) => runNode(args, folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
