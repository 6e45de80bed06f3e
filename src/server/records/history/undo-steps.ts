import { ApiError } from "../../http/api-error.ts";
import type { ApiRequest } from "../../http/request.ts";
import { turnWhenDue } from "../../in-turns.ts";
import { EVENTS_TABLE, type JournalEntry } from "../../store/journal.ts";
import type { EntityRuntime, EntityRuntimes } from "../entity-runtime.ts";
import { makeReader, readsJournal } from "./history-reader.ts";
import { MAX_MANY } from "./many-writes.ts";

/** Their records are read too, which may be long. */
const PAGE = 25;

/** An entry of a change that is undone. */
export interface UndoStep {
  readonly target: EntityRuntime;
  readonly entry: JournalEntry;
}

export function tooLargeToUndo(maxBytes: number): ApiError {
  const values = { limit: MAX_MANY, megabytes: maxBytes / 1_000_000 };
  return new ApiError("NOT_UNDONE", { key: "server.tooLargeUndone", values });
}

interface UndoSteps {
  /** The last first. */
  readonly steps: readonly UndoStep[];
  /** How many more there are, of which nothing is told. */
  readonly unseen: number;
}

/**
 * The entries of a change, the last first, of records that the account sees. Throws NOT_FOUND where there are none, and NOT_UNDONE
 * of what can never be undone, and of too many.
 */
export async function undoStepsOf(
  all: EntityRuntimes,
  request: ApiRequest,
  changeId: string,
  maxBytes: number,
): Promise<UndoSteps> {
  const { entities } = all;
  const steps: UndoStep[] = [];
  let unseen = 0;
  const turn = turnWhenDue();
  for (let before: number | undefined; ; ) {
    const asked = { changeId, limit: PAGE, ...(before === undefined ? {} : { before }) };
    const { found, next } = await request.store.read(async (view) => {
      const { entries, next } = await view.journal(asked);
      const reader = makeReader(all, request, view);
      const found: { entry: JournalEntry; isSeen: boolean }[] = [];
      for (const entry of entries) {
        found.push({ entry, isSeen: (await reader.rightsTo(entry.table, entry._id)) !== undefined });
        await turn();
      }
      return { found, next };
    });
    for (const { entry, isSeen } of found) {
      if (await isKnownEvent(all, request, entry))
        throw new ApiError("NOT_UNDONE", { key: "server.eventNotUndone" });
      const target = entities.get(entry.table);
      if (target !== undefined && isSeen) steps.push({ target, entry });
      else if (entry.table !== EVENTS_TABLE) unseen += 1;
    }
    if (next === undefined || steps.length + unseen > MAX_MANY) break;
    before = next;
  }
  if (steps.length === 0) throw new ApiError("NOT_FOUND");
  if (steps.length + unseen > MAX_MANY) throw tooLargeToUndo(maxBytes);
  return { steps, unseen };
}

/** Whether it is an event of one's own, or one that the page with all changes shows. */
async function isKnownEvent(all: EntityRuntimes, request: ApiRequest, entry: JournalEntry): Promise<boolean> {
  if (entry.table !== EVENTS_TABLE) return false;
  if (entry.account?._id === request.account?._id) return true;
  if (!readsJournal(all, request)) return false;
  const shown = await request.store.read((view) => makeReader(all, request, view).shownEvent(entry));
  return shown.length > 0;
}
