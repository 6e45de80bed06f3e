import type { ImageRecord, Json, RecordData } from "../model/record.ts";

/** What a server half may use. */
export interface ServerContext<Options = Readonly<Record<string, Json>>> {
  readonly options: Options;
  /** The merged record as it will be validated. */
  readonly record: RecordData;
  /** Dotted path of the field. */
  readonly path: string;
  /** The image behind an address or file name of this server, if it gave it out. */
  findImage(fileNameOrUrl: string): Promise<ImageRecord | undefined>;
  /** Keeps an image found inside the value; it is stored with the record or not at all. Refuses what is no image. */
  storeImage(bytes: Uint8Array): Promise<ImageRecord>;
}

/** A rule of the plugin that the value breaks; `keyword` names a message of the field or the manifest. */
export interface ServerRefusal {
  readonly keyword: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Milliseconds that a write waits for one call of a server half. */
export const HALF_PATIENCE = 10_000;

/**
 * The default export of a plugin's `server.ts`. Runs for every field that the plugin's widget edits, on create and update,
 * in the order complete, clean, check. What throws, or takes longer than `HALF_PATIENCE`, refuses the write with a
 * sentence at the field: nothing is stored that the half did not see. Must not hold the processor: it serves everyone.
 */
export interface ServerPlugin<Value = Json, Options = Readonly<Record<string, Json>>> {
  /** Before validation: the value of a field that is empty otherwise; null leaves it empty. `context.record` is what the request gives. */
  complete?(context: ServerContext<Options>): Value | null | Promise<Value | null>;
  /** Before validation: the value to store instead. Only for a value of the request that is not null. */
  clean?(value: Value, context: ServerContext<Options>): Value | Promise<Value>;
  /** After validation of the schema: what else is wrong. */
  check?(
    value: Value,
    context: ServerContext<Options>,
  ): readonly ServerRefusal[] | Promise<readonly ServerRefusal[]>;
  /** File names or addresses of the images that the value shows, so that they are kept with the record. */
  images?(value: Value): readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds halves of every value type
export type AnyServerPlugin = ServerPlugin<any, any>;

/** Returns its argument; gives it its type. */
export function defineServerPlugin<Value, Options = Readonly<Record<string, Json>>>(
  plugin: ServerPlugin<Value, Options>,
): ServerPlugin<Value, Options> {
  return plugin;
}
