import type { ImageRecord, Json, RecordData } from "../model/record.ts";

/** What a server hook may use during a call. It is frozen. */
export interface ServerContext<Options = Readonly<Record<string, Json>>> {
  /** As in the config, with the manifest's defaults filled in. */
  readonly options: Options;
  /** The record before this call; on an update, the stored one with the fields of the request replaced. */
  readonly record: RecordData;
  /** Dotted path of the field, with the index inside lists: `scores.readers`, `books.2.book`. */
  readonly path: string;
  /** The image of a file name or address; undefined where this server has none such. */
  findImage(fileNameOrUrl: string): Promise<ImageRecord | undefined>;
  /**
   * Stores an image found inside the value. The server deletes it if the record is not stored, or as late as unused uploads.
   * Rejects for bytes that are no image.
   */
  storeImage(bytes: Uint8Array): Promise<ImageRecord>;
}

/** A rule of the plugin that the value breaks. */
export interface ServerRefusal<Key extends string = string> {
  /** A message of the manifest, which a field may replace. */
  readonly keyword: Key;
  /** JSON pointer inside the value: `/2/to`. Of a missing key, the object around it must exist. "" by default. */
  readonly path?: string;
  /** Values of the message's placeholders. */
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Milliseconds for all calls of a field's server hook in one write, those for all items of a list together. */
export const HOOK_TIMEOUT_MS = 10_000;

/**
 * The default export of a plugin's `server.ts`. It runs for every field with the plugin's widget, inside objects and lists
 * too, on create, update and registration: complete, clean, check. A call that throws, returns no JSON or takes longer than
 * `HOOK_TIMEOUT_MS` refuses the write with a message at the field. For values over 16 kB (for `complete`, records) it runs in
 * a thread, where variables of the module do not last from call to call; for smaller ones in the server itself, which it must
 * not block.
 */
export interface ServerPlugin<
  Value = Json,
  Options = Readonly<Record<string, Json>>,
  Key extends string = string,
> {
  /**
   * Before validation: the value for a field that would be empty (null, blank, a list without items), whether the request
   * names it or not; null leaves it empty. It is then cleaned, checked and stored like a value of the request, unless a
   * condition hides or disables the field. Not called for a secret that is stored.
   */
  complete?(context: ServerContext<Options>): Value | null | Promise<Value | null>;
  /**
   * Before validation: the value to store instead; null empties the field. Called for values of top-level fields that the
   * request names, and for completed ones, unless they are null. The value has the field's type, but items and keys inside
   * it are not checked yet and may be anything, whatever `Value` says.
   */
  clean?(value: Value, context: ServerContext<Options>): Value | null | Promise<Value | null>;
  /** After validation, for every value that is not null: the plugin's own rules that it breaks. */
  check?(
    value: Value,
    context: ServerContext<Options>,
  ): readonly ServerRefusal<Key>[] | Promise<readonly ServerRefusal<Key>[]>;
  /** File names or addresses of the images in the value. The server keeps them as long as the record. */
  images?(value: Value): readonly string[];
  /**
   * The plugin's name for the form in which values are stored under these options; undefined for the original form, also where
   * it throws. When a change of the config changes it, every stored value goes through `convert` once before the config is
   * served.
   */
  storedForm?(options: Options): string | undefined;
  /**
   * A stored value in the form of these options; null empties the field. Called for samples and protected records too, never
   * for null. It is synchronous and has no effects, since it may run several times for a value; a value that has the form
   * already must come back the same. Where it throws, returns undefined or takes longer than `HOOK_TIMEOUT_MS`, the change of
   * the config is rejected.
   */
  convert?(value: Value, options: Options): Value | null;
}

// biome-ignore lint/suspicious/noExplicitAny: a registry has hooks of all value types
export type AnyServerPlugin = ServerPlugin<any, any>;

/** Returns its argument with its type: `defineServerPlugin<Value, Options, MessageKey>`, types of the plugin's `manifest.ts`. */
export function defineServerPlugin<
  Value,
  Options = Readonly<Record<string, Json>>,
  Key extends string = string,
>(plugin: ServerPlugin<Value, Options, Key>): ServerPlugin<Value, Options, Key> {
  return plugin;
}
