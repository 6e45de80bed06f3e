import { expect } from "vitest";
import { describeChanges } from "../../../src/compiler/changes/describe-changes.ts";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { atOnce } from "../../../src/compiler/steps.ts";
import type { Change } from "../../../src/model/change.ts";
import type { Config } from "../../../src/model/config.ts";
import { libraryWith, PLUGINS } from "../../model/library.ts";

export type Changes = Parameters<typeof libraryWith>[0];

export async function configOf(changes: Changes = {}): Promise<Config> {
  const { config, problems } = checkConfig(await libraryWith(changes), PLUGINS);
  if (config === undefined) throw new Error(problems.map(({ message }) => message).join("\n"));
  return config;
}

/** What the changes to the library's files come to, and back again. `from`: other changes, that were made before. */
export async function differences(changes: Changes, from: Changes = {}) {
  const [before, after] = [await configOf(from), await configOf(changes)];
  return { there: atOnce(describeChanges(before, after)), back: atOnce(describeChanges(after, before)) };
}

/** One change on one line. */
export const said = ({ subject, what, kind, from = "", to = "" }: Change) =>
  `${subject.join(" > ")} | ${what} ${kind}: ${from} → ${to}`;

/** What changes to the library's files are reported as, one line each; all of it about these files. */
export async function reported(changes: Changes): Promise<string[]> {
  const { there } = await differences(changes);
  for (const { file } of there.changes) expect(Object.keys(changes ?? {})).toContain(file);
  return there.changes.map(said);
}
