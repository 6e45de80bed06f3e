import { parse } from "jsonc-parser";
import type { Problem } from "../../model/problem.ts";
import { ownValue } from "../../record/json.ts";
import type { ConfigFiles, DraftAnswer } from "../../wire/config-editing.ts";
import { fileKind } from "./file-kind.ts";
import type { ListedFile } from "./file-list.tsx";

/** The texts being edited and what the server says of them. */
export interface ConfigState {
  /** undefined until they are loaded. */
  readonly files: ConfigFiles | undefined;
  readonly failure: unknown;
  readonly open: ReadonlyMap<string, OpenFile>;
  /** Path of the file in the editor. */
  readonly current: string | undefined;
  /** The server's last answer about the edits; undefined while nothing is edited. */
  readonly answer: DraftAnswer | undefined;
  /** The edits that `answer` is about. */
  readonly checked: ReadonlyMap<string, string | null>;
  /** The edits have changed since `answer`, or the request for it failed. */
  readonly isPending: boolean;
  readonly draftFailure: unknown;
  /** The draft that the preview shows: the last one without problems. undefined: what is served. */
  readonly token: string | undefined;
  readonly isSaving: boolean;
}

/** What would be saved, by path. */
export function edits({ open }: ConfigState): ReadonlyMap<string, string | null> {
  return new Map([...open.values()].filter(isEdited).map(({ path, text }) => [path, text]));
}

/** Edited files that somebody else has changed on disk. */
export function conflicts({ open }: ConfigState): readonly OpenFile[] {
  return [...open.values()].filter(({ newer }) => newer !== undefined);
}

/** The problems that keep the edits from being saved: the server decides which those are. */
export function toFix({ answer }: ConfigState): readonly Problem[] {
  return answer?.brought ?? [];
}

/** The last known version of a file on disk; null where there is none. */
export function diskVersion({ open, files }: ConfigState, path: string): string | null {
  const file = open.get(path);
  return file === undefined ? versionIn(files, path) : file.disk.version;
}

/** The version of a file on disk in an answer of the server; null where there is none. */
export function versionIn(files: ConfigFiles | undefined, path: string): string | null {
  return files?.files.find((one) => one.path === path)?.version ?? null;
}

/** All problems: of the edits where these were checked, else of what is on disk. */
export function allProblems({ answer, files }: ConfigState): readonly Problem[] {
  return answer?.problems ?? files?.files.flatMap(({ problems }) => problems) ?? [];
}

/** The problems of a file's text in the editor; undefined until that text is checked. */
export function checkedProblems(state: ConfigState, file: OpenFile): readonly Problem[] | undefined {
  const checked = state.checked.has(file.path) ? state.checked.get(file.path) : file.disk.text;
  return checked === file.text ? allProblems(state).filter((one) => one.file === file.path) : undefined;
}

/** The files of the page's list: those on disk and those that would be new. */
export function listedFiles(state: ConfigState): readonly ListedFile[] {
  const problems = allProblems(state);
  const known = state.files?.files ?? [];
  const made = [...state.open.values()].filter(
    (file) => isEdited(file) && !known.some(({ path }) => path === file.path),
  );
  const all = [
    ...known,
    ...made.map((file) => ({ ...named(file), state: "served" as const, version: undefined })),
  ];
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

/** A new file, with what its text calls its entity. */
function named({ path, text }: OpenFile): Pick<ListedFile, "path" | "label"> {
  const label = fileKind(path) === "entity" ? ownValue(parse(text ?? ""), "label") : undefined;
  return typeof label === "string" ? { path, label } : { path };
}

/** The app and its messages, then the entities, then the samples. */
function rank(path: string): number {
  if (!path.includes("/")) return 0;
  return path.startsWith("entities/") ? 1 : 2;
}

/** Why no changes can be listed; undefined when they can. `problems`: maybe in another file, which the edits need. */
export function changesHidden(state: ConfigState): "unedited" | "checking" | "problems" | undefined {
  if (edits(state).size === 0) return "unedited";
  if (state.answer === undefined) return "checking";
  return state.answer.token === null ? "problems" : undefined;
}

/** Files in which the next save replaces what somebody else wrote. */
export function undoneFiles({ open }: ConfigState): readonly string[] {
  return [...open.values()].filter((file) => file.undoes && isEdited(file)).map(({ path }) => path);
}

/** Why nothing can be saved now; undefined when it can. `failed`: the edits could not be checked. */
type SaveHindrance = "readOnly" | "unedited" | "failed" | "checking" | "problems" | undefined;

export function hindrance(state: ConfigState): SaveHindrance {
  if (state.files?.writable === false) return "readOnly";
  if (edits(state).size === 0) return "unedited";
  if (state.draftFailure !== undefined) return "failed";
  if (toFix(state).length > 0) return "problems";
  if (state.isPending) return "checking";
  return undefined;
}

/** A text on disk with its version. */
export interface DiskText {
  readonly text: string | null;
  readonly version: string | null;
}

export const NO_FILE: DiskText = { text: null, version: null };

/** A file that was opened on the page: as it is on disk, and as it would be saved. */
export interface OpenFile {
  readonly path: string;
  readonly disk: DiskText;
  /** null: the file would be deleted. */
  readonly text: string | null;
  /** What somebody else has written since the edits began. It blocks saving until the person decides. */
  readonly newer?: DiskText;
  /** The person decided that saving replaces what somebody else wrote. */
  readonly undoes?: boolean;
}

export const openedFrom = (path: string, disk: DiskText): OpenFile => ({ path, disk, text: disk.text });

export const isEdited = ({ disk, text }: OpenFile): boolean => text !== disk.text;

/** The file after its text on disk was read again; undefined when there is nothing left to show. */
export function withDisk(file: OpenFile, read: DiskText): OpenFile | undefined {
  if (!isEdited(file) || file.text === read.text)
    return read.text === null ? undefined : openedFrom(file.path, read);
  // Another version of the same text is no change.
  if (read.text === file.disk.text) {
    const { newer: _, ...same } = file;
    return { ...same, disk: read };
  }
  return { ...file, newer: read };
}

/** The person keeps the edits, to replace what somebody else wrote. */
export function keptOver({ path, text, disk, newer }: OpenFile): OpenFile {
  return { path, text, disk: newer ?? disk, undoes: true };
}
