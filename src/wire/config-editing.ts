import type { Change } from "../model/change.ts";
import type { Problem } from "../model/problem.ts";

/** Header of a GET below /api: it is answered with the draft of this token. Only for the account of the draft. */
export const DRAFT_HEADER = "x-config-draft";

/** Header of a GET below /api: it is answered as to an account of this role, encoded as in an address, as far as the editor may see that. */
export const PREVIEW_ROLE_HEADER = "x-config-role";

/** `GET PATHS.configVersion`, for anyone. The hash changes with everything that a browser gets of the config. */
export interface ConfigVersion {
  readonly hash: string;
}

/** One file of the config: on disk, or deleted there but still served or to be returned to. */
export interface ConfigFile {
  /** Inside the config folder: `entities/books.json`. */
  readonly path: string;
  /** The entity's label, for files that are an entity's. */
  readonly label?: string;
  /** `heldBack`: rejected. Its last good version is served, or none. */
  readonly state: "served" | "heldBack";
  readonly problems: readonly Problem[];
  /** Identifies the text on disk; null if the file was deleted. */
  readonly version: string | null;
  /** The last save on the page, if the text before it can be returned to. */
  readonly before?: { readonly savedAt: string; readonly savedBy: string };
}

/** `GET PATHS.configFiles` */
export interface ConfigFiles {
  readonly files: readonly ConfigFile[];
  /** The published JSON Schemas by the kind of file: app, messages, entity, samples. */
  readonly schemas: Readonly<Record<ConfigFileKind, unknown>>;
  /** Whether the server may write the folder. */
  readonly writable: boolean;
}
export type ConfigFileKind = "app" | "messages" | "entity" | "samples";

/** `GET PATHS.configFile?path=…` */
export interface ConfigFileText {
  readonly path: string;
  readonly text: string;
  readonly version: string;
}

/** `POST PATHS.configDrafts`: texts as they would be saved, null to delete a file. */
export interface DraftRequest {
  readonly files: Readonly<Record<string, string | null>>;
}

/** What saving these texts would do. */
export interface DraftAnswer {
  /** Of the whole config with these texts. */
  readonly problems: readonly Problem[];
  /** Those of them for which a save is refused: of these texts, and those that these texts make in other files. */
  readonly brought: readonly Problem[];
  /** Compared to the served config, in the order of the files; without a token only the fields that went and came, so that a rename is seen. */
  readonly changes: readonly ConfigChange[];
  /** The number of changes that are not listed. */
  readonly more: number;
  /** For `DRAFT_HEADER`; null if one of these files would be rejected, be it for a problem of another file. */
  readonly token: string | null;
}

/** Records that were counted; `atLeast`: not all were looked at. */
export interface RecordCount {
  readonly count: number;
  readonly atLeast: boolean;
}

/** One thing that saving would change. */
export interface ConfigChange extends Change {
  /** Stored records that the new rule would refuse at their next save. */
  readonly broken?: RecordCount;
  /** Of a field that went: stored records with a value in it. The values stay, but are no longer seen. */
  readonly left?: RecordCount;
}

/**
 * `PUT PATHS.configFiles`. `text` null deletes the file; `version` null means that there is no file yet. All files are saved
 * or none: 409 STALE if a file has changed on disk, 400 VALIDATION_ERROR with the `problems` that `DraftAnswer.brought` names.
 */
export interface SaveRequest {
  readonly files: Readonly<Record<string, { readonly text: string | null; readonly version: string | null }>>;
}

/** `POST PATHS.configReturn`: saves the text before the last save. The replaced text is then the text before. */
export interface ReturnRequest {
  readonly path: string;
  /** As in `SaveRequest`. */
  readonly version: string | null;
}
