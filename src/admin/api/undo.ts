import { isObject } from "../../record/json.ts";
import type { Conflict } from "../../wire/error.ts";
import { JOURNAL_PATHS, type KeptChange, type UndoRequest } from "../../wire/journal.ts";
import type { Client } from "./client.ts";

/** Reverses a change. Answers what of the rest was kept; rejects with NOT_UNDONE where something stands in the way (`readKept`). */
export async function undoChange(
  client: Client,
  body: UndoRequest,
  signal: AbortSignal,
): Promise<readonly KeptChange[]> {
  return readKept(await client.request("POST", JOURNAL_PATHS.undo, { body, signal })).kept;
}

/** What stands in the way of undoing a change, of the body of NOT_UNDONE. */
export function readKept(body: unknown): {
  readonly kept: readonly KeptChange[];
  /** Whether the rest of the change can be undone. */
  readonly hasRest: boolean;
} {
  const { kept, undoable } = isObject(body) ? body : {};
  return {
    kept: Array.isArray(kept) ? kept.filter(isKept) : [],
    hasRest: typeof undoable === "number" && undoable > 0,
  };
}

function isKept(one: unknown): one is KeptChange {
  return isObject(one) && typeof one.title === "string" && typeof one.reason === "string";
}

/** The fields that two people changed, of the body of STALE. */
export function readConflicts(body: unknown): readonly Conflict[] {
  const conflicts = isObject(body) ? body.conflicts : undefined;
  return Array.isArray(conflicts) ? conflicts.filter(isConflict) : [];
}

function isConflict(one: unknown): one is Conflict {
  return isObject(one) && typeof one.path === "string" && Object.hasOwn(one, "theirs");
}
