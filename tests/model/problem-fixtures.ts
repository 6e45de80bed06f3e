import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { problemAt } from "../../src/model/place-problem.ts";
import type { PluginManifest } from "../../src/model/plugin-manifest.ts";
import type { Fault, Problem } from "../../src/model/problem.ts";
import { PROBLEM_CODES, type ProblemCode } from "../../src/model/problem-codes.ts";
import { checkConfig } from "../../src/model/read-config.ts";
import { makeRegistry } from "../../src/plugin/make-registry.ts";
import { libraryWith, PLUGINS } from "./library.ts";

const FOLDER = "tests/fixtures/problems";

/** How a person comes to a problem with the lending library, and what she is told: `<CODE>.json`. */
export interface ProblemFixture {
  /**
   * What is done to the library's files: a text in place of another, a whole file without `from`, none without both. `*`
   * is every file, wherever the text stands in it.
   */
  readonly changes?: readonly { readonly file: string; readonly from?: string; readonly to?: string }[];
  /** Instead of the config a plugin that is found. */
  readonly plugin?: { readonly folder: string; readonly manifest: PluginManifest };
  /** What the running server finds, beyond what the files themselves say. */
  readonly told?: { readonly file: string; readonly path: string; readonly fault: Fault };
  /** The one problem, as it is written everywhere. */
  readonly says: string;
}

export async function readFixtures(): Promise<Map<string, ProblemFixture>> {
  const names = (await readdir(FOLDER)).sort();
  const read = async (name: string) => JSON.parse(await readFile(join(FOLDER, name), "utf8"));
  return new Map(
    await Promise.all(names.map(async (name) => [basename(name, ".json"), await read(name)] as const)),
  );
}

/** The problems that a fixture leads to. */
export async function problemsOf(code: string, { changes = [], plugin, told }: ProblemFixture) {
  if (plugin !== undefined) return makeRegistry([plugin]).problems;
  const files = await libraryWith();
  for (const { file, from, to } of changes) {
    if (file === "*") {
      for (const [path, text] of files) files.set(path, text.replaceAll(from ?? "", to ?? ""));
      continue;
    }
    const before = files.get(file) ?? "";
    if (to === undefined) files.delete(file);
    else if (from === undefined) files.set(file, to);
    else if (before.split(from).length === 2)
      files.set(
        file,
        before.replace(from, () => to),
      );
    else throw new Error(`${code}: ${file} has ${from} ${before.split(from).length - 1} times.`);
  }
  const found: readonly Problem[] = checkConfig(files, PLUGINS).problems;
  if (told === undefined || !isCode(code)) return found;
  return [problemAt(files, told.file, told.path, code, told.fault)];
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEM_CODES, code);
}
