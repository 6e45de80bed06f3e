import type { Problem } from "../../model/problem.ts";
import { type ConfigState, edits, isHindered } from "./config-state.ts";
import type { ListedFile } from "./file-list.tsx";
import { isEdited, type OpenFile } from "./open-file.ts";

/** Everything that is wrong: with the edits in, where there are some and they were judged; else as it is on disk. */
export function problemsOf({ answer, files }: ConfigState): readonly Problem[] {
  return answer?.problems ?? files?.files.flatMap(({ problems }) => problems) ?? [];
}

/** What is wrong with the text of a file as it stands in the editor; undefined while nobody has judged that. */
export function judgedProblems(state: ConfigState, file: OpenFile): readonly Problem[] | undefined {
  const judged = state.judged.has(file.path) ? state.judged.get(file.path) : file.disk.text;
  return judged === file.text ? problemsOf(state).filter((one) => one.file === file.path) : undefined;
}

/** The files of the page's list: those on disk and those that would be new. */
export function listedFiles(state: ConfigState): readonly ListedFile[] {
  const problems = problemsOf(state);
  const known = state.files?.files ?? [];
  const made = [...state.open.values()].filter(
    (file) => isEdited(file) && !known.some(({ path }) => path === file.path),
  );
  const all = [...known, ...made.map(({ path }) => ({ path, state: "served" as const, version: undefined }))];
  return all
    .map(({ version, ...file }) => {
      const open = state.open.get(file.path);
      return {
        ...file,
        problems: problems.filter((one) => one.file === file.path).length,
        isEdited: open !== undefined && isEdited(open),
        isNew: open !== undefined && open.disk.text === null && open.text !== null,
        isGone: version === null && open?.text == null,
        isGoing: open !== undefined && open.disk.text !== null && open.text === null,
      };
    })
    .sort((one, other) => rank(one.path) - rank(other.path) || (one.path < other.path ? -1 : 1));
}

/** The app and its sentences, then the entities, then the samples. */
function rank(path: string): number {
  if (!path.includes("/")) return 0;
  return path.startsWith("entities/") ? 1 : 2;
}

/** Why no changes can be told; undefined when they can. */
export function changesHidden(state: ConfigState): "unedited" | "checking" | "problems" | undefined {
  if (edits(state).size === 0) return "unedited";
  if (state.answer === undefined) return "checking";
  return state.answer.token === null ? "problems" : undefined;
}

/** Files in which the next save undoes what somebody else wrote. */
export function undoneFiles({ open }: ConfigState): readonly string[] {
  return [...open.values()].filter((file) => file.undoes && isEdited(file)).map(({ path }) => path);
}

/** Why nothing can be saved now; undefined when it can. `failed`: the edits could not be looked at. */
export type SaveHindrance = "readOnly" | "unedited" | "failed" | "checking" | "problems" | undefined;

export function hindrance(state: ConfigState): SaveHindrance {
  if (state.files?.writable === false) return "readOnly";
  if (edits(state).size === 0) return "unedited";
  if (state.draftFailure !== undefined) return "failed";
  if (isHindered(state)) return "problems";
  if (state.isPending) return "checking";
  return undefined;
}
