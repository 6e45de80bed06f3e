import type { Json } from "../../../model/record.ts";
import { ownValue } from "../../../record/json.ts";
import type { KeptChange, UndoAnswer } from "../../../wire/journal.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Answer, ApiRequest } from "../../http/request.ts";
import { turnWhenDue } from "../../in-turns.ts";
import type { EntityRuntimes } from "../entity-runtime.ts";
import type { WriteContext, WriteServices } from "../record-rules.ts";
import { rightsOf } from "../rights/entity-rights.ts";
import { attempt, keptChange, sayOf, writeAll, writeRest } from "./many-writes.ts";
import { prepareUndo, type ReadyUndo } from "./prepare-undo.ts";
import { notRestored } from "./restore-record.ts";
import { recordBefore } from "./stored-values.ts";
import { namesFor } from "./titles.ts";
import { tooLargeToUndo, type UndoStep, undoStepsOf } from "./undo-steps.ts";

/**
 * `POST JOURNAL_PATHS.undo`: reverses all that one change did, in one transaction, by the rights and rules of today. Throws NOT_FOUND
 * where there is nothing of it that the account sees, and NOT_UNDONE where it is too large, or something stands in the way, also
 * records that it does not see, unless the rest is asked for and there is some.
 */
export async function answerUndo(
  all: EntityRuntimes,
  services: WriteServices,
  request: ApiRequest,
  maxBytes: number,
): Promise<Answer> {
  const changeId = undoneChange(request.body);
  if (changeId === undefined) throw new ApiError("BAD_REQUEST");
  const takesRest = ownValue(request.body, "rest") === true;
  const context = { ...request, ...services };
  const { steps, unseen } = await undoStepsOf(all, request, changeId, maxBytes);
  const kept: KeptChange[] = [];
  const ready: ReadyUndo[] = [];
  let size = 0;
  const turn = turnWhenDue();
  for (const step of steps) {
    await turn();
    const outcome = await attempt(() => prepareUndo(context, step));
    if ("value" in outcome) {
      size += outcome.value.size;
      if (size > maxBytes) throw tooLargeToUndo(maxBytes);
      ready.push(outcome.value);
      if (outcome.value.kept !== undefined) kept.push(outcome.value.kept);
    } else kept.push(await keep(context, step, outcome.refusal));
  }
  let undone: readonly ReadyUndo[] = [];
  if (takesRest) {
    const refused = ready.length === 0 ? [] : await writeRest(context, ready);
    for (const { blocked, refusal } of refused) {
      await turn();
      // Not even a part of it.
      if (blocked.kept !== undefined) kept.splice(kept.indexOf(blocked.kept), 1);
      kept.push(await keep(context, blocked.step, refusal));
    }
    const left = new Set(refused.map(({ blocked }) => blocked));
    undone = ready.filter((one) => !left.has(one));
  } else if (kept.length === 0 && unseen === 0) {
    const refused = await writeAll(context, ready);
    if (refused === undefined) undone = ready;
    else {
      ready.splice(ready.indexOf(refused.blocked), 1);
      kept.push(await keep(context, refused.blocked.step, refused.refusal));
    }
  }
  if (undone.length > 0) {
    const lost = await lostValues(context, undone);
    const body: UndoAnswer = { undone: undone.length, kept, notRestored: lost };
    return { status: 200, body };
  }
  const [first] = steps;
  // In the language in which the records are spoken of.
  const key = unseen > 0 ? "server.undoneOthers" : "server.notUndone";
  const said = first && { message: sayOf(first.target)(key) };
  throw new ApiError("NOT_UNDONE", { ...said, kept, undoable: takesRest ? 0 : ready.length });
}

/** Which change a request is about. */
export function undoneChange(body: Json | undefined): string | undefined {
  const changeId = ownValue(body, "changeId");
  return typeof changeId === "string" && changeId !== "" ? changeId : undefined;
}

/** The records that came back without something, and without what. */
async function lostValues(context: WriteContext, undone: readonly ReadyUndo[]): Promise<KeptChange[]> {
  const lost: KeptChange[] = [];
  const turn = turnWhenDue();
  for (const { target, restore } of undone) {
    await turn();
    if (restore === undefined) continue;
    const { entity } = target;
    const stored = await context.store.read((view) => view.get(entity.id, restore.deleted._id));
    if (stored === undefined) continue;
    const reasons = notRestored(target, rightsOf(context.account, target), restore, stored);
    if (reasons.length === 0) continue;
    const [title = ""] = await context.store.read((view) => namesFor(context, view, target, [stored]));
    lost.push(...reasons.map((reason) => ({ entity: entity.id, _id: stored._id, title, reason })));
  }
  return lost;
}

async function keep(
  context: WriteContext,
  { target, entry }: UndoStep,
  refusal: ApiError,
): Promise<KeptChange> {
  const [own] = refusal.detail.kept ?? [];
  if (own !== undefined) return own;
  const stored = await context.store.read((view) => view.get(entry.table, entry._id));
  return keptChange(context, target, stored ?? (await recordBefore(target, entry)), refusal);
}
