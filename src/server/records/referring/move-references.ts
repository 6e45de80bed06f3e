import type { Json, RecordData, StoredRecord } from "../../../model/record.ts";
import { ownValue } from "../../../record/json.ts";
import { joinPath, splitPath } from "../../../record/path.ts";
import { mapAt } from "../../../record/walk.ts";
import type { KeptChange, MoveAnswer } from "../../../wire/journal.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Answer, ApiRequest } from "../../http/request.ts";
import { turnWhenDue } from "../../in-turns.ts";
import { deleteStored } from "../delete-record.ts";
import type { EntityRuntime, EntityRuntimes } from "../entity-runtime.ts";
import {
  attempt,
  bytesOf,
  keptChange,
  MAX_MANY,
  type PreparedWrite,
  sayOf,
  writeAll,
} from "../history/many-writes.ts";
import type { WriteContext, WriteServices } from "../record-rules.ts";
import { rightsOf, sees } from "../rights/entity-rights.ts";
import { visibleRecord } from "../rights/visible-record.ts";
import { mustHaveRight } from "../rights/write-rights.ts";
import { refuseProtected, savePolicy, updateStored } from "../save-record.ts";
import { refuseStale, seenVersion } from "../seen-version.ts";
import { checkWrite } from "../write-pipeline.ts";

/** So many are named that stand in the way. */
const MAX_KEPT = 10;
/** The deletion is a write too, and all of them are undone at once. */
const MAX_MOVED = MAX_MANY - 1;

/**
 * `POST JOURNAL_PATHS.move`: lets all that refers to a record refer to another one of its entity, and deletes it: one change, in one
 * transaction. Each write is one that the account could make by itself; where one is refused, none is made. Throws NOT_MOVED with
 * the records that stand in the way, and what a deletion throws.
 */
export async function answerMove(
  { entities }: EntityRuntimes,
  services: WriteServices,
  request: ApiRequest,
  maxBytes: number,
): Promise<Answer> {
  const [entity, id, to] = ["entity", "_id", "to"].map((key) => ownValue(request.body, key));
  if (typeof entity !== "string" || typeof id !== "string" || typeof to !== "string" || id === to)
    throw new ApiError("BAD_REQUEST");
  const target = entities.get(entity);
  if (target === undefined) throw new ApiError("NOT_FOUND");
  const context = { ...request, ...services };
  const seen = { ...seenVersion(request), isTagged: true } as const;
  const rights = rightsOf(request.account, target);
  // Before a record is looked for: whoever may delete none learns of none.
  mustHaveRight(rights, "delete", undefined);
  const { stored, referrers } = await request.store.read(async (view) => {
    const stored = await visibleRecord(request, view, target, id);
    await visibleRecord(request, view, target, to);
    mustHaveRight(rights, "delete", stored);
    refuseProtected(stored, "server.protectedDeletion");
    await refuseStale(seen, { writer: request, view, target, stored }, "server.staleDeletion");
    return { stored, referrers: await view.referrerIds(entity, id, MAX_MOVED + 1) };
  });
  if (referrers.length > MAX_MOVED)
    throw new ApiError("NOT_MOVED", { key: "server.tooManyMoved", values: { limit: MAX_MOVED } });

  const ready: Move[] = [];
  const kept: KeptChange[] = [];
  let hidden = 0;
  // What a move deletes counts too, so that it can be undone.
  let size = bytesOf(stored);
  const turn = turnWhenDue();
  for (const { table, _id } of referrers) {
    await turn();
    const own = entities.get(table);
    const record = await request.store.read((view) => view.get(table, _id));
    // Deleted since.
    if (own === undefined || record === undefined) continue;
    const rights = rightsOf(request.account, own);
    const values = movedValues(own, record, { entity, id, to });
    const isSeen = rights.access === "full" && sees(rights, record);
    if (!isSeen || Object.keys(values).some((name) => !rights.views.has(name))) hidden += 1;
    else {
      const outcome = await attempt(() => prepareMove(context, own, record, values));
      if ("value" in outcome) {
        size += outcome.value.size;
        if (size > maxBytes) {
          const megabytes = maxBytes / 1_000_000;
          throw new ApiError("NOT_MOVED", { key: "server.tooLargeMoved", values: { megabytes } });
        }
        ready.push(outcome.value);
      } else if (kept.length < MAX_KEPT) kept.push(await keptChange(context, own, record, outcome.refusal));
    }
  }
  if (hidden > 0) throw new ApiError("NOT_MOVED", { key: "server.movedOthers", kept });
  if (kept.length > 0) throw new ApiError("NOT_MOVED", { kept });

  const deletion: PreparedWrite = {
    target,
    async run(transaction) {
      const stored = await visibleRecord(request, transaction, target, id);
      refuseProtected(stored, "server.protectedDeletion");
      const met = { writer: request, view: transaction, target, stored };
      await refuseStale(seen, met, "server.staleDeletion");
      await visibleRecord(request, transaction, target, to);
      await deleteStored(request, transaction, target, stored, services.effects.now());
    },
  };
  const refused = await writeAll<PreparedWrite | Move>(context, [...ready, deletion]);
  if (refused === undefined) {
    const body: MoveAnswer = { moved: ready.length };
    return { status: 200, body };
  }
  const { blocked, refusal } = refused;
  if (!("record" in blocked)) throw refusal;
  throw new ApiError("NOT_MOVED", {
    kept: [await keptChange(context, blocked.target, blocked.record, refusal)],
  });
}

interface Move extends PreparedWrite {
  readonly record: StoredRecord;
  /** Of the values that are written. */
  readonly size: number;
}

interface Moved {
  readonly entity: string;
  readonly id: string;
  readonly to: string;
}

/** The write that changes all references of one record. Throws ApiError where the account may not make it. */
async function prepareMove(
  context: WriteContext,
  target: EntityRuntime,
  record: StoredRecord,
  values: RecordData,
): Promise<Move> {
  refuseProtected(record);
  const rights = rightsOf(context.account, target);
  mustHaveRight(rights, "edit", record);
  const write = await checkWrite(context, target, savePolicy(target, context, record), values);
  return {
    record,
    target,
    size: bytesOf(write.record),
    policy: write.policy,
    async run(transaction) {
      const now = await visibleRecord(context, transaction, target, record._id);
      if (now.updatedAt !== record.updatedAt)
        throw new ApiError("NOT_MOVED", { message: sayOf(target)("server.changedMeanwhile") });
      await updateStored(context, transaction, target, write, now);
    },
  };
}

/** The top-level fields that refer to the record, with the other one in its place; a list has that once. */
function movedValues(
  { table }: EntityRuntime,
  record: StoredRecord,
  { entity, id, to }: Moved,
): { [field: string]: Json } {
  let changed: RecordData = record;
  for (const { path } of table.references.filter((reference) => reference.table === entity)) {
    const before = changed;
    changed = mapAt(changed, path, ({ value }) => (value === id ? to : value));
    const steps = splitPath(path);
    if (changed !== before && steps.at(-1) === "*")
      changed = mapAt(changed, joinPath(steps.slice(0, -1)), ({ value }) =>
        Array.isArray(value) ? value.filter((one, at) => one !== to || value.indexOf(to) === at) : value,
      );
  }
  const names = [...new Set(table.references.map(({ path }) => splitPath(path)[0] ?? ""))];
  return Object.fromEntries(
    names.flatMap((name) => (changed[name] === record[name] ? [] : [[name, changed[name] ?? null]])),
  );
}
