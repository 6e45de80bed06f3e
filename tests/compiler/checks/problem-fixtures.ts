import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { makeRegistry } from "../../../src/compiler/manifest/make-registry.ts";
import { unreadableText } from "../../../src/compiler/source/json-file.ts";
import type { Problem } from "../../../src/model/problem.ts";
import { notServed } from "../../../src/server/config/prepare-runtime.ts";
import { storedValueProblems } from "../../../src/server/config/stored-values.ts";
import type { Unconvertible } from "../../../src/server/store/table-shape.ts";
import { libraryWith, PICTURES, pluginsWith } from "../../model/library.ts";

const FOLDER = "tests/fixtures/problems";

/** How a person comes to a problem with the lending library, and how it is reported to her: `<CODE>.json`. */
export interface ProblemFixture {
  /**
   * What is done to the library's files: a text in place of another, a whole file without `from`, none without both. `*`
   * is every file, wherever the text stands in it.
   */
  readonly changes?: readonly { readonly file: string; readonly from?: string; readonly to?: string }[];
  /** Instead of the config a plugin that is found. */
  readonly plugin?: { readonly folder: string; readonly manifest: unknown };
  /** A file that is there, with what the system says when it is read. */
  readonly unreadable?: { readonly file: string; readonly error: string };
  /** What the store says of the records that it has. */
  readonly unconvertible?: Unconvertible;
  /** What stops the server from taking over files that hold. */
  readonly failure?: string;
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
export async function problemsOf(code: string, fixture: ProblemFixture): Promise<readonly Problem[]> {
  const { changes = [], plugin, unreadable, unconvertible, failure } = fixture;
  if (failure !== undefined) return [notServed(new Error(failure))];
  if (plugin !== undefined) {
    const manifest = JSON.stringify(plugin.manifest, null, 2);
    return makeRegistry([{ folder: plugin.folder, manifest, hasIndex: true }]).problems;
  }
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
  if (unreadable !== undefined) files.set(unreadable.file, unreadableText(new Error(unreadable.error)));
  const plugins = pluginsWith("record-slots", { itemField: "reference" });
  const { config, problems } = checkConfig(files, plugins, PICTURES);
  if (unconvertible === undefined || config === undefined) return problems;
  return storedValueProblems(config, files, [unconvertible]);
}
