import type { RecordData } from "../../model/record.ts";
import type { ChangedRecord, ChangesMessage } from "../../wire/changes.ts";
import type { Account } from "../http/request.ts";
import type { EntityRuntime, EntityRuntimes } from "../records/entity-runtime.ts";
import { readsJournal } from "../records/history/history-reader.ts";
import { type EntityRights, rightsOf, sees } from "../records/rights/entity-rights.ts";
import { seesAccount } from "../records/rights/seen-account.ts";
import { EVENTS_TABLE, type JournalEntry } from "../store/journal.ts";
import type { ChangeBatch } from "./change-batch.ts";

/**
 * What an account is told of changes, by the rights of now: the records that it sees, or saw until they were deleted. Of one
 * that it saw and sees no more, only that the list has changed; of one that it never saw, nothing.
 */
export async function toldChanges(
  all: EntityRuntimes,
  account: Account,
  { isAll, entries, now }: ChangeBatch,
): Promise<Pick<ChangesMessage, "all" | "records" | "lists" | "events">> {
  const { entities } = all;
  if (isAll) return { all: true };
  const rights = new Map<string, EntityRights>();
  const records = new Map<string, ChangedRecord>();
  const lists = new Set<string>();
  /** Each record as it was after the change that is looked at. */
  const states = new Map<string, RecordData | undefined>();
  /** Whether a record is told of, by its latest change. */
  const told = new Map<string, boolean>();

  const rightsTo = (target: EntityRuntime) => {
    const known = rights.get(target.entity.id) ?? rightsOf(account, target);
    rights.set(target.entity.id, known);
    return known;
  };

  async function sightOf(key: string, entry: JournalEntry, own: EntityRights) {
    if (own.records.view.length === 0 && own.without === undefined) return { was: true, is: true };
    const { table, _id, kind, purged } = entry;
    // Nobody can tell any more who saw it.
    if (purged === true) return { was: false, is: false };
    const after = states.has(key) ? states.get(key) : await now(table, _id);
    const isNew = kind === "create" || kind === "restore";
    const before = isNew ? undefined : { ...after, ...entry.before, _id };
    states.set(key, before);
    const isSeen = (record: RecordData | undefined) => record !== undefined && sees(own, record);
    return { was: isSeen(before), is: isSeen(after) };
  }

  async function isTold({ table, kind, account: by }: JournalEntry): Promise<boolean> {
    if (table !== EVENTS_TABLE) return false;
    if (kind === "config") return true;
    const id = by?._id ?? "";
    return seesAccount(all, { account }, id, await now(all.config.app.accounts.entity, id));
  }
  let hasEvents = false;
  for (const entry of readsJournal(all, { account }) ? entries : []) hasEvents ||= await isTold(entry);

  for (const entry of entries) {
    const { table: entity, _id, version, kind } = entry;
    const target = entities.get(entity);
    const own = target && rightsTo(target);
    // What is deleted for good was in no list.
    if (own === undefined || own.access === "none" || kind === "purge") continue;
    const key = JSON.stringify([entity, _id]);
    const { was, is } = await sightOf(key, entry, own);
    if (!told.has(key)) told.set(key, own.access === "full" && (is || (was && kind === "delete")));
    if (!was && !is) continue;
    if (told.get(key) !== true) lists.add(entity);
    else if (!records.has(key)) records.set(key, { entity, _id, version });
  }
  return {
    ...(records.size > 0 ? { records: [...records.values()] } : {}),
    ...(lists.size > 0 ? { lists: [...lists] } : {}),
    ...(hasEvents ? { events: true } : {}),
  };
}
