import { checkInSteps } from "../../../compiler/compile.ts";
import { type Problem, sameProblem } from "../../../model/problem.ts";
import { inTurns } from "../../in-turns.ts";
import { type Files, readServed } from "../served-files.ts";
import { withTexts } from "./edited-files.ts";
import type { Editing } from "./editing.ts";

/** What an edit of the config comes to. */
interface Edit {
  readonly onDisk: Files;
  /** By path, null to delete the file. */
  readonly texts: ReadonlyMap<string, string | null>;
  /** Of the config with these texts. */
  readonly problems: readonly Problem[];
}

/**
 * The problems for which the edit cannot be saved: those of the edited texts, and those that it makes in other files. Another
 * file made a problem itself if it has it beside the edited files as they are on disk, or as they are served: a file that
 * cannot be read hides the mistakes of those that refer to it, and correcting that file does not make them.
 */
export async function broughtProblems(
  editing: Editing,
  { onDisk, texts, problems }: Edit,
): Promise<readonly Problem[]> {
  const { store, effects, holder } = editing;
  const { registry, problems: known } = holder.current;
  const isOwn = ({ file }: Problem) => texts.has(file);
  const isKnown = sameProblem(known);
  let elsewhere = problems.filter((problem) => !isOwn(problem) && !isKnown(problem));
  const problemsOf = async (files: Files) => {
    const { answer } = await inTurns(checkInSteps(files, registry), effects);
    return answer.problems;
  };
  // Another program may have written the folder since it was followed.
  if (elsewhere.length > 0) elsewhere = without(elsewhere, await problemsOf(onDisk));
  if (elsewhere.length > 0) {
    const served = await readServed(store);
    const before = new Map([...texts.keys()].map((path) => [path, served?.get(path) ?? null] as const));
    elsewhere = without(elsewhere, await problemsOf(withTexts(onDisk, before)));
  }
  return [...problems.filter(isOwn), ...elsewhere];
}

function without(problems: readonly Problem[], others: readonly Problem[]): Problem[] {
  const isThere = sameProblem(others);
  return problems.filter((problem) => !isThere(problem));
}
