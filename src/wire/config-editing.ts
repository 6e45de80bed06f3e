import type { Change } from "../model/change.ts";
import type { Problem } from "../model/problem.ts";

/** Header of a GET below /api: answer it as the draft of this token would. Only for the account that made the draft. */
export const DRAFT_HEADER = "x-config-draft";

/** What the address `PATHS.configVersion` answers, to anyone: it differs as soon as a browser has something to follow. */
export interface ConfigVersion {
  readonly hash: string;
}

/** One file of the config: as it is on disk, or gone from there but still served, or to be had back. */
export interface ConfigFile {
  /** Inside the config folder: `entities/books.json`. */
  readonly path: string;
  /** The entity's label, for files that are an entity's. */
  readonly label?: string;
  /** `heldBack`: an earlier version of it is served, or none, because of its problems or another's. */
  readonly state: "served" | "heldBack";
  readonly problems: readonly Problem[];
  /** Identifies the text on disk; null where there is none any more. */
  readonly version: string | null;
  /** The text before the last save by the page is kept and can be returned to. */
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

/** `POST PATHS.configDrafts`: texts as they would be saved, null for a file that would go. */
export interface DraftRequest {
  readonly files: Readonly<Record<string, string | null>>;
}

/** What saving these texts would come to. */
export interface DraftAnswer {
  /** Of the whole config with these texts in it, those of other files too. */
  readonly problems: readonly Problem[];
  /** Against what is served now, in the order of the files; empty while there is no token. */
  readonly changes: readonly ConfigChange[];
  /** How many further changes are not listed. */
  readonly more: number;
  /** What `DRAFT_HEADER` takes; null while one of these files would be held back because of its problems. */
  readonly token: string | null;
}

/** One thing that saving would change. */
export interface ConfigChange extends Change {
  /** Stored records that the new rule would refuse at their next save. */
  readonly broken?: { readonly count: number; readonly atLeast: boolean };
}

/**
 * `PUT PATHS.configFiles`. `text` null: the file goes. `version` null: there must be none yet. Refused as a whole: 409
 * STALE where a version is no longer that on disk, 400 VALIDATION_ERROR with `problems` where it would bring some.
 */
export interface SaveRequest {
  readonly files: Readonly<Record<string, { readonly text: string | null; readonly version: string | null }>>;
}

/** `POST PATHS.configReturn`: puts back the text before the last save; what it replaces is then the text before. */
export interface ReturnRequest {
  readonly path: string;
  /** That on disk, as in `SaveRequest`. */
  readonly version: string | null;
}
