import type { ImageRecord, Json, RecordData } from "../model/record.ts";

/** What a server hook may use. All of it is frozen, and lasts as long as the call. */
export interface ServerContext<Options = Readonly<Record<string, Json>>> {
  /** As the config has them, defaults of the manifest filled in. */
  readonly options: Options;
  /** The whole record as it stands before this call: on an update, what the request names over what is stored. */
  readonly record: RecordData;
  /** Dotted path of the field; of one inside a list with its index: `scores.readers`, `books.2.book`. */
  readonly path: string;
  /** The image behind an address or file name of this server, if it gave it out. */
  findImage(fileNameOrUrl: string): Promise<ImageRecord | undefined>;
  /** Keeps an image found inside the value; it is stored with the record, or goes: megabytes of them at once expire as uploads do. Refuses what is no image. */
  storeImage(bytes: Uint8Array): Promise<ImageRecord>;
}

/** A rule of the plugin that the value breaks; `keyword` names a message of the manifest, which a field may say otherwise. */
export interface ServerRefusal<Key extends string = string> {
  readonly keyword: Key;
  /** Where inside the value, by JSON pointer: `/2/to`. What it leads to, or the object that lacks it, is there. Default: the whole value. */
  readonly path?: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Milliseconds that one write waits for all calls of a field's server hook, those of every item of a list together. */
export const HOOK_TIMEOUT_MS = 10_000;

/**
 * The default export of a plugin's `server.ts`. Runs for every field that the plugin's widget edits, inside objects and
 * lists too, on create, update and registration, in the order complete, clean, check. What throws, is no answer (values are JSON), or
 * takes longer than `HOOK_TIMEOUT_MS` refuses the write with a sentence at the field: nothing is stored that the hook did
 * not see. A value of more than 16 kB (to `complete`, a record) is given to it in a thread, so that its module keeps nothing
 * from call to call; with less it must not hold the processor: it serves everyone.
 */
export interface ServerPlugin<
  Value = Json,
  Options = Readonly<Record<string, Json>>,
  Key extends string = string,
> {
  /**
   * Before validation: the value of a field that is empty otherwise (null, blank, a list without items), also where the
   * request does not name it or empties it; null leaves it empty. It is cleaned, checked and written like one of the
   * request, unless a condition hides or disables the field. Not asked for a secret that is stored.
   */
  complete?(context: ServerContext<Options>): Value | null | Promise<Value | null>;
  /**
   * Before validation: the value to store instead; null empties the field. Only for a value of a top-level field that the
   * request names, or a completed one, that is not null. It is a text, number, list … as the field's type says; what is
   * inside is not judged yet: items and keys may be of any kind, whatever `Value` says.
   */
  clean?(value: Value, context: ServerContext<Options>): Value | null | Promise<Value | null>;
  /** After validation of the schema, for every value that is not null: what else is wrong. */
  check?(
    value: Value,
    context: ServerContext<Options>,
  ): readonly ServerRefusal<Key>[] | Promise<readonly ServerRefusal<Key>[]>;
  /** File names or addresses of the images that the value shows, so that they are kept with the record. */
  images?(value: Value): readonly string[];
  /**
   * The form in which these options let values be stored, by a name of the plugin's own; undefined: as they come. Where it
   * is another than the stored values were last written in, each of them goes through `convert` once, before the config is
   * served. What throws has none. Goes together with `convert`.
   */
  storedForm?(options: Options): string | undefined;
  /**
   * A stored value, of samples and protected records too, in the form of these options; null empties the field. Never asked
   * about null, and often about values that are in that form already: those must come back the same. Answers at once (in a thread
   * where the value is large), reaches nothing and runs more often than it is stored. Where it throws, answers nothing or takes
   * longer than `HOOK_TIMEOUT_MS`, the change of the config is refused.
   */
  convert?(value: Value, options: Options): Value | null;
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds hooks of every value type
export type AnyServerPlugin = ServerPlugin<any, any>;

/** Returns its argument; gives it its type: `defineServerPlugin<Value, Options, MessageKey>` of the plugin's `manifest.ts`. */
export function defineServerPlugin<
  Value,
  Options = Readonly<Record<string, Json>>,
  Key extends string = string,
>(plugin: ServerPlugin<Value, Options, Key>): ServerPlugin<Value, Options, Key> {
  return plugin;
}
