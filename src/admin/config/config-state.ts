import { type Problem, sameProblem } from "../../model/problem.ts";
import type { ConfigFiles, DraftAnswer } from "../../wire/config-editing.ts";
import { isEdited, type OpenFile } from "./open-file.ts";

/** The texts being edited and what the server says of them. */
export interface ConfigState {
  /** undefined until they are here. */
  readonly files: ConfigFiles | undefined;
  readonly failure: unknown;
  readonly open: ReadonlyMap<string, OpenFile>;
  /** Path of the file in the editor. */
  readonly current: string | undefined;
  /** What the server last said of the edits; undefined while nothing is edited. */
  readonly answer: DraftAnswer | undefined;
  /** The edits that `answer` is about. */
  readonly judged: ReadonlyMap<string, string | null>;
  /** The edits have changed since `answer`, or it failed to come. */
  readonly isPending: boolean;
  readonly draftFailure: unknown;
  /** The draft that can be looked at: the last one without problems. undefined: what is served. */
  readonly token: string | undefined;
  readonly isSaving: boolean;
}

/** What would be saved, by path. */
export function edits({ open }: ConfigState): ReadonlyMap<string, string | null> {
  return new Map([...open.values()].filter(isEdited).map(({ path, text }) => [path, text]));
}

/** Edited files that somebody else changed on disk meanwhile. */
export function conflicts({ open }: ConfigState): readonly OpenFile[] {
  return [...open.values()].filter(({ newer }) => newer !== undefined);
}

/** What has to be mended before the edits can be saved: what is wrong with them, or what they bring to other files. */
export function toMend(state: ConfigState): readonly Problem[] {
  const edited = edits(state);
  const isThere = sameProblem(state.files?.files.flatMap(({ problems }) => problems) ?? []);
  return (state.answer?.problems ?? []).filter((problem) => edited.has(problem.file) || !isThere(problem));
}

export function isHindered(state: ConfigState): boolean {
  return state.answer !== undefined && (state.answer.token === null || toMend(state).length > 0);
}

/** Of a file on disk, as far as it is known here; null where there is none. */
export function versionOf({ open, files }: ConfigState, path: string): string | null {
  const file = open.get(path);
  return file !== undefined
    ? file.disk.version
    : (files?.files.find((one) => one.path === path)?.version ?? null);
}
