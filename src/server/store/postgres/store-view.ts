import { purgeOverdue, purgeStep } from "../entries/purge.ts";
import type { ChangeOrigin } from "../journal.ts";
import { knownOrigin, runOpenWork } from "../open-work.ts";
import type { StoreTransaction, StoreView } from "../store.ts";
import { type Access, shapedTable, type WriteAccess } from "./access.ts";
import * as accounts from "./accounts.ts";
import * as images from "./images.ts";
import * as bin from "./journal/bin.ts";
import { dropOldEntries, readEntries, readEntry } from "./journal/read-entries.ts";
import { noteStoreEvent } from "./journal/write-entries.ts";
import { readGroups } from "./lists/group-records.ts";
import { countMatching, readPage, readPageIds } from "./lists/list-page.ts";
import { findUnique, getRecords, recordAt, walkRecords } from "./read-records.ts";
import type { OpenTransaction } from "./transactions.ts";
import { changeRecord, dropRecord, insertRecord, unprotectRecord } from "./writing/write-records.ts";
import { findReferrerIds, findReferrers } from "./writing/write-references.ts";

type Runner<A extends Access> = <T>(work: (access: A) => Promise<T>) => Promise<T>;

/** How an operation reads. */
export interface Readers<A extends Access = Access> {
  /** In one statement. */
  readonly once: Runner<A>;
  /** In several, of the same state. */
  readonly together: Runner<A>;
  /** The same of counts, and of the journal and the bin. */
  readonly counts: Runner<A>;
  readonly journal: Runner<A>;
}

export function makeStoreView({ once, together, counts, journal }: Readers): StoreView {
  return {
    list: (table, query) => counts((on) => readPage(on, shapedTable(on, table), query)),
    listIds: (table, query) => counts((on) => readPageIds(on, shapedTable(on, table), query)),
    get: (table, id) => once((on) => recordAt(on, shapedTable(on, table), id)),
    getMany: (table, ids) => once((on) => getRecords(on, shapedTable(on, table), ids)),
    walk: (table, after, limit) => once((on) => walkRecords(on, shapedTable(on, table), after, limit)),
    findBy: (table, column, value) => once((on) => findUnique(on, shapedTable(on, table), column, value)),
    count: (table, filter = []) => counts((on) => countMatching(on, shapedTable(on, table), filter)),
    groups: (table, query) => counts((on) => readGroups(on, shapedTable(on, table), query)),
    referrers: (table, id, limit, by) =>
      together((on) => findReferrers(on, shapedTable(on, table), id, limit, by)),
    referrerIds: (table, id, limit) =>
      together((on) => findReferrerIds(on, shapedTable(on, table), id, limit)),
    session: (tokenHash) => once((on) => accounts.storedSession(on, tokenHash)),
    sessionAccount: (tokenHash, table) =>
      once((on) => accounts.findSessionAccount(on, tokenHash, shapedTable(on, table))),
    image: (fileName, binnedOf) => once((on) => images.shownImage(on, fileName, binnedOf)),
    imageBytes: (fileName, size) => once((on) => images.findImageBytes(on, fileName, size)),
    imagesOf: (table, id) => once((on) => images.usedImages(on, table, id)),
    imageUsers: (fileName, after, limit) => once((on) => images.usersOfImage(on, fileName, after, limit)),
    journal: (query) => journal((on) => readEntries(on, query)),
    journalEntry: (position) => journal((on) => readEntry(on, position)),
    bin: (table, before, limit) => journal((on) => bin.readBin(on, table, before, limit)),
    binned: (table, id) => journal((on) => bin.readBinned(on, table, id)),
    binnedImageBytes: (...asked) => once((on) => images.findBinnedBytes(on, ...asked)),
    preferences: (accountId) => once((on) => accounts.findPreferences(on, accountId)),
    setting: (key) => once((on) => accounts.findSetting(on, key)),
    settings: (prefix) => once((on) => accounts.findSettings(on, prefix)),
  };
}

/** Runs work with a view of the open transaction. */
export function runWork<T>(
  transaction: OpenTransaction,
  access: (own: Pick<WriteAccess, "query" | "pending">) => WriteAccess,
  work: (transaction: StoreTransaction) => Promise<T>,
  origin: ChangeOrigin | undefined,
): Promise<T> {
  return runOpenWork(({ refuseOver, track }) => {
    const run: Runner<WriteAccess> = async (operation) => {
      refuseOver();
      return track(transaction.operate((own) => operation(access(own))));
    };
    return work(transactionView(run, transaction, origin));
  });
}

function transactionView(
  run: Runner<WriteAccess>,
  transaction: OpenTransaction,
  origin: ChangeOrigin | undefined,
): StoreTransaction {
  const counts: Runner<WriteAccess> = (work) =>
    run(async (on) => {
      await on.pending.writeCounts();
      return work(on);
    });
  const journal: Runner<WriteAccess> = (work) =>
    run(async (on) => {
      await on.pending.writeEntries();
      return work(on);
    });
  return {
    ...makeStoreView({ once: run, together: run, counts, journal }),
    part: (work) => transaction.part(work),
    insert: (table, record, used) =>
      run((on) => insertRecord(on, shapedTable(on, table), record, used, origin)),
    update: (table, id, changed, used, releasedUntil, binnedUntil) =>
      run((on) =>
        changeRecord(on, shapedTable(on, table), id, changed, used, { releasedUntil, binnedUntil }, origin),
      ),
    delete: (table, id, binnedUntil) =>
      run((on) => dropRecord(on, shapedTable(on, table), id, binnedUntil, origin)),
    emptyBin: (now, limit) =>
      journal((on) => purgeOverdue(bin.purgesOn(on, knownOrigin(origin)), now, limit)),
    purge: (table, id, limit) =>
      journal(
        async (on) => (await purgeStep(bin.purgesOn(on, knownOrigin(origin)), table, id, limit)).isGone,
      ),
    pruneJournal: (before, limit) => journal((on) => dropOldEntries(on, before, limit)),
    noteEvent: (event) => run(async (on) => noteStoreEvent(on, event, knownOrigin(origin))),
    unprotect: (table, id) => run((on) => unprotectRecord(on, shapedTable(on, table), id, origin)),
    addSession: (session) => run((on) => accounts.insertSession(on, session)),
    extendSession: (tokenHash, expiresAt) => run((on) => accounts.prolongSession(on, tokenHash, expiresAt)),
    endSession: (tokenHash) => run((on) => accounts.dropSessions(on, { tokenHash })),
    endSessionsOf: (accountId, except) =>
      run((on) => accounts.dropSessions(on, { accountId, ...(except === undefined ? {} : { except }) })),
    endAllSessions: () => run((on) => accounts.dropSessions(on, {})),
    endExpiredSessions: (now) => run((on) => accounts.dropSessions(on, { expiredAt: now })),
    addImage: (image, full, small) => run((on) => images.insertImage(on, image, full, small)),
    askImageDeletion: (fileName) => run((on) => images.requestImageDeletion(on, fileName)),
    collectImages: (now) => run((on) => images.collectExpiredImages(on, now)),
    setPreference: (accountId, key, value) =>
      run((on) => accounts.writePreference(on, accountId, key, value)),
    setSetting: (key, value) => run((on) => accounts.writeSetting(on, key, value)),
  };
}
