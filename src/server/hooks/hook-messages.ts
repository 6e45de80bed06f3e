import type { Json, RecordData } from "../../model/record.ts";
import type { ServerContext, ServerPlugin } from "../../plugin/server-hook.ts";

/** Messages between the server and a thread that runs server hooks. All of them can be cloned. */

export type GateName = "findImage" | "storeImage";
/** What a hook may ask of the server. */
export type Gate = Pick<ServerContext, GateName>;

/** One call of a hook, for the value at `pointer` of the record. */
export interface HookCall {
  readonly folder: string;
  readonly step: Exclude<keyof ServerPlugin, "storedForm">;
  readonly pointer: string;
  readonly record: RecordData;
  readonly options: Readonly<Record<string, Json>>;
}

/** `number` identifies a call: messages of a call that is over are refused. */
export type ToThread =
  | { readonly kind: "call"; readonly number: number; readonly call: HookCall }
  | { readonly kind: "gate"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "gateFailed"; readonly id: number; readonly error: SentError };

export type FromThread =
  | { readonly kind: "answered"; readonly number: number; readonly answer: unknown }
  /** `gate`: the call of a gate that failed with this error. */
  | { readonly kind: "failed"; readonly number: number; readonly error: SentError; readonly gate?: number }
  | {
      readonly kind: "gate";
      readonly number: number;
      readonly id: number;
      readonly name: GateName;
      readonly given: unknown;
    }
  | { readonly kind: "log"; readonly text: string };

export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

/** What was thrown, as it can be cloned. */
export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message, stack } = error;
  return { name, message, ...(stack === undefined ? {} : { stack }) };
}

/** An error from the other side. */
export class ReceivedError extends Error {
  constructor({ name, message, stack }: SentError) {
    super(message);
    this.name = name;
    if (stack !== undefined) this.stack = stack;
  }
}
