import type { AppConfig } from "./app-config.ts";
import type { Entity } from "./entity.ts";
import type { HomeTile } from "./home/home-tile.ts";
import type { RecordData } from "./record.ts";

/** language → key → message. */
export type Messages = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A sample record as written: `_id` and `isProtected` are optional; an image is `{ "file": … }`, a file beside the samples. */
export type Sample = RecordData;

/** A group of the menu, in the app's language. */
export type AppMenuGroup = Omit<AppConfig["menu"][number], "label"> & { readonly label: string };

/** A config: checked, resolved, frozen. The server's runtime and the browser's view are made from it alone. */
export interface Config {
  /** `app.json` with its defaults filled in. */
  readonly app: AppConfig & { readonly timeZone: string };
  /** In every language that people may choose. */
  readonly messages: Messages;
  readonly menu: readonly AppMenuGroup[];
  /** The tiles of the start page. */
  readonly home: readonly HomeTile[];
  /** In the order of the file names. */
  readonly entities: ReadonlyMap<string, Entity>;
  /** By entity id, in the order of the file. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
  /** Entities that have samples on disk, but with problems, so that these are not among `samples`. */
  readonly rejectedSamples?: ReadonlySet<string>;
  /** Its source: path inside the config folder → text. */
  readonly files: ReadonlyMap<string, string>;
  /** Changes when anything in the config does. */
  readonly hash: string;
}

/** Those that people may choose. */
export const languagesOf = ({ messages }: Pick<Config, "messages">): readonly string[] =>
  Object.keys(messages);
