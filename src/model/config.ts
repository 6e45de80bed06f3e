import type { AppConfig } from "./app-config.ts";
import type { Entity } from "./entity.ts";
import type { RecordData } from "./record.ts";

/** language → key → sentence. */
export type Messages = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A sample record as written: `_id` and `isProtected` may be given; images by a file name beside the samples. */
export type Sample = RecordData;

/** A whole config: checked, resolved, frozen. The one value that everything else is made from. */
export interface Config {
  readonly app: AppConfig;
  readonly messages: Messages;
  /** In the order of the file names. */
  readonly entities: ReadonlyMap<string, Entity>;
  /** By entity id, in the order of the file. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
  /** What it was made from: path inside the config folder → text. */
  readonly files: ReadonlyMap<string, string>;
  /** Changes when anything in the config does. */
  readonly hash: string;
}
