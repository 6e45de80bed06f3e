import { type Json, type StoredRecord, SYSTEM_FIELDS } from "../../../model/record.ts";
import { isEmpty } from "../../../record/json.ts";
import type { RestoreAnswer } from "../../../wire/journal.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Answer } from "../../http/request.ts";
import type { JournalEntry } from "../../store/journal.ts";
import type { Store } from "../../store/store.ts";
import type { EntityRuntime } from "../entity-runtime.ts";
import { isUnchanged } from "../is-unchanged.ts";
import type { WriteContext } from "../record-rules.ts";
import { rightsOf } from "../rights/entity-rights.ts";
import { answerOf, visibleRecord } from "../rights/visible-record.ts";
import { mustHaveRight } from "../rights/write-rights.ts";
import { refuseProtected, savePolicy, updateStored } from "../save-record.ts";
import { refuseStale, type SeenVersion, versionHeadersFor } from "../seen-version.ts";
import { checkWrite, refuseDuplicates } from "../write-pipeline.ts";
import { sayOf } from "./many-writes.ts";
import { fieldLabels, lostPictures } from "./not-restored.ts";
import { convertedValues } from "./stored-values.ts";

interface AskedVersion {
  readonly id: string;
  /** Of the entry after which the record was so. */
  readonly position: number;
  /** Of the record as it is. */
  readonly seen: SeenVersion;
}

/**
 * Changes a record to how it was after an entry, by the rights and rules of today. Answers what of it cannot be brought back: what
 * nobody may read, what the account may not change, pictures that are gone, fields that the config has no more.
 */
export async function answerVersion(
  context: WriteContext,
  target: EntityRuntime,
  { id, position, seen }: AskedVersion,
): Promise<Answer> {
  const { store } = context;
  const rights = rightsOf(context.account, target);
  if (rights.access !== "full") throw new ApiError("NOT_FOUND");
  const stored = await store.read(async (view) => {
    const stored = await visibleRecord(context, view, target, id);
    await refuseStale(seen, { writer: context, view, target, stored }, "server.stale");
    return stored;
  });
  refuseProtected(stored);
  mustHaveRight(rights, "edit", stored);
  const earlier = await readVersion(store, target, stored, position);
  const values = await convertedValues(target, earlier.values);
  const changed = target.fields.filter(
    (field) =>
      Object.hasOwn(values, field.name) &&
      !isUnchanged(field, values[field.name] ?? null, stored[field.name]),
  );
  const open = changed.filter(({ name }) => rights.edits.has(name));
  const given = Object.fromEntries(open.map(({ name }) => [name, values[name] ?? null]));
  const policy = { ...savePolicy(target, context, stored), dropsLostImages: true };
  const write = await checkWrite(context, target, policy, given);
  const written =
    open.length === 0
      ? stored
      : await refuseDuplicates(target, policy, () =>
          store.write(async (transaction) => {
            const now = await visibleRecord(context, transaction, target, id);
            const version = { ...seen, ...(stored._version && { version: stored._version }) };
            const met = { writer: context, view: transaction, target, stored: now };
            await refuseStale(version, met, "server.stale");
            return updateStored(context, transaction, target, write, now);
          }),
        );
  const say = sayOf(target);
  const told = target.fields.filter(({ name }) => rights.views.has(name));
  const kept = changed.filter((field) => told.includes(field) && !open.includes(field));
  const secrets = told.filter(({ name }) => earlier.secrets.has(name));
  const body: RestoreAnswer = {
    record: answerOf(target, written, rights),
    notRestored: [
      ...lostPictures(target, rights, write, written),
      ...(kept.length === 0 ? [] : [say("server.keptFields", fieldLabels(target, kept))]),
      ...(secrets.length === 0 ? [] : [say("server.keptSecrets", fieldLabels(target, secrets))]),
      ...(earlier.retired === 0 ? [] : [say("server.retiredFields", { count: earlier.retired })]),
    ],
  };
  return { status: 200, body, ...versionHeadersFor(rights, written) };
}

interface EarlierVersion {
  /** All that was changed since, as it was. */
  readonly values: { readonly [field: string]: Json };
  /** Changed since, to and from what nobody knows. */
  readonly secrets: ReadonlySet<string>;
  /** How many fields had another value that the config has no more. */
  readonly retired: number;
}

const PAGE = 100;

/** Throws NOT_FOUND where it is not known any more, or was not there after that entry. */
async function readVersion(
  store: Store,
  { entity, fields }: EntityRuntime,
  { _id }: StoredRecord,
  position: number,
): Promise<EarlierVersion> {
  const values: { [field: string]: Json } = {};
  const secrets = new Set<string>();
  // Long values are read of the oldest entries alone: what was in between is not asked for.
  const long = new Map<string, number>();
  const take = ({ kind, position: at, ...entry }: JournalEntry) => {
    if (entry.purged === true) throw new ApiError("NOT_FOUND");
    for (const name of entry.secrets) secrets.add(name);
    // What is restored is as it was deleted, and that entry follows.
    if (kind === "restore") return;
    Object.assign(values, entry.before);
    for (const name of Object.keys(entry.before)) long.delete(name);
    for (const name of entry.long) long.set(name, at);
  };
  for (let before: number | undefined, isFound = false; !isFound; ) {
    const asked = { table: entity.id, _id, limit: PAGE, ...(before === undefined ? {} : { before }) };
    const { entries, next } = await store.read((view) => view.journal(asked));
    for (const entry of entries) {
      isFound = entry.position === position;
      if (isFound && (entry.kind === "delete" || entry.kind === "purge")) throw new ApiError("NOT_FOUND");
      if (isFound) break;
      take(entry);
    }
    if (!isFound && next === undefined) throw new ApiError("NOT_FOUND");
    before = next;
  }
  for (const at of new Set(long.values())) {
    const whole = await store.read((view) => view.journalEntry(at));
    for (const [name, position] of long) if (position === at) values[name] = whole?.before[name] ?? null;
  }
  const known = new Set<string>([...SYSTEM_FIELDS, ...fields.map(({ name }) => name)]);
  const retired = Object.entries(values).filter(([name, value]) => !known.has(name) && !isEmpty(value));
  return { values, secrets, retired: retired.length };
}
