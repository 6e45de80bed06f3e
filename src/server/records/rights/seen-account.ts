import type { StoredRecord } from "../../../model/record.ts";
import { SEEN_ACCOUNTS_HEADER } from "../../../wire/seen-accounts.ts";
import type { Account } from "../../http/request.ts";
import type { StoreView } from "../../store/store.ts";
import type { EntityRuntimes } from "../entity-runtime.ts";
import { lastKnown } from "../history/stored-values.ts";
import { type EntityRights, isKeptNothing, rightsOf, sees } from "./entity-rights.ts";

interface Reader {
  readonly account: Account | undefined;
}

/**
 * Whether an account may be told of another by name: of itself, and of those whose record and user name its rights of today let it
 * view, in full or through references. Wherever people read who did something, all others are the system.
 * @param record as it is, or as it was when it was deleted; undefined: nobody knows any more, so it may have been one of the others
 */
export function seesAccount(
  all: EntityRuntimes,
  { account }: Reader,
  id: string | null,
  record: StoredRecord | undefined,
): boolean {
  if (account !== undefined && account._id === id) return true;
  const rights = rightsToNames(all, account);
  return rights !== undefined && (record === undefined ? isKeptNothing(rights) : sees(rights, record));
}

/** undefined: it may view no user name. */
function rightsToNames(
  { entities, config }: EntityRuntimes,
  account: Account | undefined,
): EntityRights | undefined {
  const { entity, username } = config.app.accounts;
  const target = entities.get(entity);
  const rights = target && rightsOf(account, target);
  return rights !== undefined && rights.access !== "none" && rights.views.has(username) ? rights : undefined;
}

/** The same of an account that is looked up. */
export async function seesAuthor(
  reader: Reader,
  view: StoreView,
  all: EntityRuntimes,
  id: string | null,
): Promise<boolean> {
  const rights = rightsToNames(all, reader.account);
  const target = all.entities.get(all.config.app.accounts.entity);
  const isDecided = rights === undefined || isKeptNothing(rights);
  const asked = isDecided || id === null ? undefined : target;
  return seesAccount(all, reader, id, asked && (await lastKnown(view, asked, id ?? "")).record);
}

/** The name of who changed a record last, as the reader may be told it; null: the system. */
export async function shownAuthor(
  reader: Reader,
  view: StoreView,
  all: EntityRuntimes,
  { updatedBy, updatedById }: StoredRecord,
): Promise<string | null> {
  return updatedBy !== null && (await seesAuthor(reader, view, all, updatedById)) ? updatedBy : null;
}

/** So long a header passes all proxies. Who does not stand in it any more is the system. */
const MAX_HEADER_LENGTH = 2000;

/** Who of those that changed records last may be named to the reader; no header where all may. */
export async function seenAccountsHeader(
  reader: Reader,
  view: StoreView,
  all: EntityRuntimes,
  records: readonly StoredRecord[],
): Promise<Readonly<Record<string, string>>> {
  const named = records.filter(({ updatedBy }) => updatedBy !== null);
  const ids = [...new Set(named.map(({ updatedById }) => updatedById))];
  const seen: string[] = [];
  let isAll = true;
  for (const id of ids) {
    if (!(await seesAuthor(reader, view, all, id))) isAll = false;
    else if (id !== null && [...seen, id].join().length <= MAX_HEADER_LENGTH) seen.push(id);
  }
  return isAll ? {} : { [SEEN_ACCOUNTS_HEADER]: seen.join() };
}
