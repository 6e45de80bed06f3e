import type { ConfigFile } from "../../wire/config-editing.ts";
import type { Say } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { fileKind } from "./file-kind.ts";

/** A file as the list shows it. */
export interface ListedFile extends Pick<ConfigFile, "path" | "label" | "state"> {
  readonly problems: number;
  readonly isEdited: boolean;
  /** It is not on disk yet. */
  readonly isNew: boolean;
  /** Somebody deleted it on disk. */
  readonly isGone: boolean;
  /** The next save deletes it. */
  readonly isGoing: boolean;
}

interface FileListProps {
  readonly files: readonly ListedFile[];
  readonly current: string | undefined;
  readonly onChoose: (path: string) => void;
}

/** The files of the config: a list beside the editor, or a choice in a narrow window. */
export function FileList({ files, current, onChoose }: FileListProps) {
  const say = useMessage();
  return (
    <nav className="config-files" aria-label={say("config.files")}>
      <ul className="config-files-list">
        {files.map((file, index) => [
          isFirstSamples(files, index) && (
            <li key="samples" className="config-files-heading">
              {say("config.samples")}
            </li>
          ),
          <li key={file.path}>
            <button
              type="button"
              className="config-file"
              aria-current={file.path === current ? "page" : undefined}
              onClick={() => onChoose(file.path)}
            >
              {file.label !== undefined && <span className="config-file-label">{file.label}</span>}
              <span className="config-file-path" title={file.path}>
                {file.path}
              </span>
              <Marks file={file} say={say} />
            </button>
          </li>,
        ])}
      </ul>
      <select
        className="input config-files-choice"
        aria-label={say("config.files")}
        value={current ?? ""}
        onChange={({ target }) => onChoose(target.value)}
      >
        {current === undefined && <option value="" />}
        {files.map((file) => (
          <option key={file.path} value={file.path}>
            {[file.path, file.label, ...marksOf(file, say)].filter(Boolean).join(" · ")}
          </option>
        ))}
      </select>
    </nav>
  );
}

/** The samples get a heading: their files have the names of the entities' files. */
function isFirstSamples(files: readonly ListedFile[], index: number): boolean {
  const isSamples = (at: number) => fileKind(files[at]?.path ?? "") === "samples";
  return isSamples(index) && !isSamples(index - 1);
}

function Marks({ file, say }: { readonly file: ListedFile; readonly say: Say }) {
  const marks = marksOf(file, say);
  if (marks.length === 0) return null;
  return (
    <span className="config-file-marks">
      {marks.map((mark) => (
        <span key={mark} className={mark === marks[0] && file.problems > 0 ? "badge badge-warning" : "badge"}>
          {mark}
        </span>
      ))}
    </span>
  );
}

function marksOf(file: ListedFile, say: Say): readonly string[] {
  return [
    file.problems === 0
      ? ""
      : file.problems === 1
        ? say("config.fileProblem")
        : say("config.fileProblems", { count: file.problems }),
    file.isGoing
      ? say("config.fileGoing")
      : file.isNew
        ? say("config.fileNew")
        : file.isEdited
          ? say("config.fileEdited")
          : file.isGone
            ? say("config.fileGone")
            : "",
    file.state === "heldBack" && !file.isNew ? say("config.fileHeldBack") : "",
  ].filter((mark) => mark !== "");
}
