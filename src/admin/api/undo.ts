import { isObject } from "../../record/json.ts";
import type { Conflict } from "../../wire/error.ts";
import {
  JOURNAL_PATHS,
  type KeptChange,
  type MoveRequest,
  type UndoAnswer,
  type UndoRequest,
} from "../../wire/journal.ts";
import type { Client } from "./client.ts";

/** Reverses a change. Answers what of the rest was kept, and what came back without something; rejects with NOT_UNDONE where something stands in the way (`readKept`). */
export async function undoChange(
  client: Client,
  body: UndoRequest,
  signal: AbortSignal,
): Promise<Omit<UndoAnswer, "undone">> {
  const answer = await client.request("POST", JOURNAL_PATHS.undo, { body, signal });
  const { notRestored } = isObject(answer) ? answer : {};
  return { kept: readKept(answer).kept, notRestored: keptIn(notRestored) };
}

/** Lets what refers to a record refer to another one, and deletes it; rejects with NOT_MOVED where something stands in the way (`readKept`). */
export async function moveReferences(
  client: Client,
  body: MoveRequest,
  signal: AbortSignal,
): Promise<{ readonly moved: number; readonly changeId: string | undefined }> {
  const { body: answer, changeId } = await client.exchange("POST", JOURNAL_PATHS.move, { body, signal });
  const moved = isObject(answer) && typeof answer.moved === "number" ? answer.moved : 0;
  return { moved, changeId };
}

/** What stands in the way, of the body of NOT_UNDONE or NOT_MOVED. */
export function readKept(body: unknown): {
  readonly kept: readonly KeptChange[];
  /** Whether the rest of the change can be undone. */
  readonly hasRest: boolean;
} {
  const { kept, undoable } = isObject(body) ? body : {};
  return {
    kept: keptIn(kept),
    hasRest: typeof undoable === "number" && undoable > 0,
  };
}

const keptIn = (list: unknown): readonly KeptChange[] => (Array.isArray(list) ? list.filter(isKept) : []);

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
