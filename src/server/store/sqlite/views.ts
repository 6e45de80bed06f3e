import { sql } from "kysely";
import type { Steps } from "../../../compiler/steps.ts";
import type { StoredRecord } from "../../../model/record.ts";
import { REAL_TURNS, turnWhenDue } from "../../in-turns.ts";
import { purgeOverdue, purgeStep } from "../entries/purge.ts";
import type { ChangeOrigin, JournalEntry } from "../journal.ts";
import { knownOrigin, runOpenWork } from "../open-work.ts";
import type { StoreTransaction, StoreView } from "../store.ts";
import { getPreferences, setPreference } from "./accounts/preferences.ts";
import type { Changes } from "./accounts/session-cache.ts";
import * as sessions from "./accounts/sessions.ts";
import { type Context, tableOf } from "./context.ts";
import type { Connection } from "./driver.ts";
import type { ChangedRows } from "./filter/changed-rows.ts";
import { countFiltered } from "./filter/count-filtered.ts";
import { groupRecords } from "./filter/groups.ts";
import * as images from "./images.ts";
import { findBinned, purgeAccess, selectBin } from "./journal/bin.ts";
import { findEntries, getEntry, pruneEntries, selectEntries } from "./journal/entries.ts";
import { keepEvent } from "./journal/keep-entry.ts";
import { selectIds, selectPage } from "./list.ts";
import { findRecord, rowsAtOnce, selectRecord, selectRecords, selectRecordsById } from "./records.ts";
import { referrerIdsOf, referrersOf } from "./references.ts";
import { type RunSteps, runStepwise } from "./search/snapshots.ts";
import { inSavepoint } from "./write-queue.ts";
import { deleteRow, insertRow, unprotectRow, updateRow } from "./write-record.ts";

/** Reading one with long values may take a millisecond. */
const ENTRIES_AT_ONCE = 10;

type Run = <T>(work: (context: Context) => T | Promise<T>) => Promise<T>;

/**
 * Runs operations, with turns of the event loop in between. `context` throws once the work that they belong to is over,
 * and is called for each operation: its tables may have changed.
 */
export function operations(context: () => Context): Run {
  return async (work) => {
    const turn = context().connection.turn();
    if (turn !== undefined) await turn;
    return work(context());
  };
}

/**
 * @param runSteps runs what takes more than one step
 * @param runGroups the same for what may take thousands, for which no list waits
 * @param findSession finds a session with its account
 */
export function makeView(
  run: Run,
  runSteps: RunSteps,
  findSession: typeof sessions.getSessionAccount,
  runGroups: RunSteps = runSteps,
): StoreView {
  const inSteps = <T>(work: (context: Context) => Steps<T>) =>
    run(async (on) => {
      const { done, value } = work(on).next();
      if (done === true) return value;
      // `runSteps` begins anew. After one turn it would do so before whoever waits for the loop's next pass.
      await REAL_TURNS.turn();
      await REAL_TURNS.turn();
      return runSteps(work);
    });
  return {
    list: (table, query) => inSteps((on) => selectPage(on, tableOf(on, table), query)),
    listIds: (table, query) => inSteps((on) => selectIds(on, tableOf(on, table), query)),
    get: (table, id) => run((on) => selectRecord(on, tableOf(on, table), id)),
    async getMany(table, ids) {
      const found: StoredRecord[] = [];
      for (let start = 0; start < ids.length; ) {
        if (start > 0) await REAL_TURNS.turn();
        start = await run((on) => {
          const own = tableOf(on, table);
          const end = start + rowsAtOnce(own);
          found.push(...selectRecordsById(on, own, ids.slice(start, end)));
          return end;
        });
      }
      return found;
    },
    async walk(table, after, limit) {
      // A walk asks for the next records at once: others have their turn first.
      await REAL_TURNS.turn();
      return run((on) =>
        selectRecords(on, tableOf(on, table), "afterId", after ?? "", limit).map(({ record }) => record),
      );
    },
    findBy: (table, column, value) => run((on) => findRecord(on, tableOf(on, table), column, value)),
    count: (table, filter = []) => inSteps((on) => countFiltered(on, tableOf(on, table), filter)),
    groups: (table, query) => runGroups((on) => groupRecords(on, tableOf(on, table), query)),
    referrers: (table, id, limit, by) => run((on) => referrersOf(on, tableOf(on, table), id, limit, by)),
    referrerIds: (table, id, limit) => run((on) => referrerIdsOf(on, tableOf(on, table), id, limit)),
    session: (tokenHash) => run((on) => sessions.getSession(on, tokenHash)),
    sessionAccount: (tokenHash, table) => run((on) => findSession(on, tokenHash, tableOf(on, table))),
    image: (fileName, binnedOf) => run((on) => images.getImage(on, fileName, binnedOf)),
    imageBytes: (fileName, size) => run((on) => images.getImageBytes(on, fileName, size)),
    imagesOf: (table, id) => run((on) => images.imagesOf(on, table, id)),
    imageUsers: (fileName, after, limit) => run((on) => images.imageUsers(on, fileName, after, limit)),
    async journal(query) {
      const { positions, ...page } = await run((on) => findEntries(on, query));
      const entries: JournalEntry[] = [];
      const turn = turnWhenDue();
      for (let start = 0; start < positions.length; start += ENTRIES_AT_ONCE) {
        await turn();
        const some = positions.slice(start, start + ENTRIES_AT_ONCE);
        entries.push(...(await run((on) => selectEntries(on, some))));
      }
      return { entries, ...page };
    },
    journalEntry: (position) => run((on) => getEntry(on, position)),
    bin: (table, before, limit) => run((on) => selectBin(on, table, before, limit)),
    binned: (table, id) => run((on) => findBinned(on, table, id)),
    binnedImageBytes: (...asked) => run((on) => images.getBinnedImageBytes(on, ...asked)),
    preferences: (accountId) => run((on) => getPreferences(on, accountId)),
    setting: (key) => run((on) => getSetting(on, key)),
    settings: (prefix) => run((on) => getSettings(on, prefix)),
  };
}

/** What the open transaction changes: each operation adds which sessions and records before it does, and what of them. */
interface Changing {
  readonly changes: Changes;
  readonly rows: Pick<ChangedRows, "mark">;
}

/** Runs work in the open transaction. */
export async function runTransaction<T>(
  context: () => Context,
  { changes, rows }: Changing,
  work: (transaction: StoreTransaction) => Promise<T>,
  origin?: ChangeOrigin,
): Promise<T> {
  const undo = rows.mark();
  const done = runOpenWork(({ refuseOver, track }) => {
    const during = () => {
      refuseOver();
      const on = context();
      if (!on.connection.inTransaction) throw new Error("The transaction was rolled back by the engine.");
      return on;
    };
    const operate = operations(during);
    const runSteps: RunSteps = (steps) => runStepwise(steps(during()), during);
    const run: Run = (operation) => track(operate(operation));
    return work(transactionOf(() => during().connection, run, runSteps, { changes, rows }, origin));
  });
  try {
    return await done;
  } catch (error) {
    undo();
    throw error;
  }
}

function transactionOf(
  connection: () => Connection,
  run: Run,
  runSteps: RunSteps,
  { changes, rows }: Changing,
  origin: ChangeOrigin | undefined,
): StoreTransaction {
  // Which sessions or records an operation changes: one, by token hash or `_id`; all; or none.
  const change = <T>(key: string, work: (context: Context) => T | Promise<T>) => {
    changes.add(key);
    return run(work);
  };
  const changeAll: Run = (work) => {
    changes.addAll();
    return run(work);
  };
  const changeNone = run;
  return {
    ...makeView(run, runSteps, sessions.getSessionAccount),
    async part(work) {
      const undo = rows.mark();
      const outcome = await inSavepoint(connection, work);
      if (!("error" in outcome)) return outcome.value;
      undo();
      throw outcome.error;
    },
    insert: (table, record, used) =>
      change(record._id, (on) => insertRow(on, tableOf(on, table), record, used, origin)),
    update: (table, id, changed, used, releasedUntil, binnedUntil) =>
      change(id, (on) =>
        updateRow(on, tableOf(on, table), id, changed, used, { releasedUntil, binnedUntil }, origin),
      ),
    delete: (table, id, binnedUntil) =>
      change(id, (on) => deleteRow(on, tableOf(on, table), id, binnedUntil, origin)),
    emptyBin: (now, limit) =>
      changeNone((on) => purgeOverdue(purgeAccess(on, knownOrigin(origin)), now, limit)),
    purge: (table, id, limit) =>
      changeNone(
        async (on) => (await purgeStep(purgeAccess(on, knownOrigin(origin)), table, id, limit)).isGone,
      ),
    pruneJournal: (before, limit) => changeNone((on) => pruneEntries(on, before, limit)),
    noteEvent: (event) => changeNone((on) => keepEvent(on, event, knownOrigin(origin))),
    unprotect: (table, id) => change(id, (on) => unprotectRow(on, tableOf(on, table), id, origin)),
    addSession: (session) => change(session.tokenHash, (on) => sessions.addSession(on, session)),
    extendSession: (tokenHash, expiresAt) =>
      change(tokenHash, (on) => sessions.extendSession(on, tokenHash, expiresAt)),
    endSession: (tokenHash) => change(tokenHash, (on) => sessions.endSession(on, tokenHash)),
    endSessionsOf: (accountId, except) =>
      change(accountId, (on) => sessions.endSessionsOf(on, accountId, except)),
    endAllSessions: () => changeAll((on) => sessions.endAllSessions(on)),
    endExpiredSessions: (now) => changeAll((on) => sessions.endExpiredSessions(on, now)),
    addImage: (image, full, small) => changeNone((on) => images.addImage(on, image, full, small)),
    askImageDeletion: (fileName) => changeNone((on) => images.askImageDeletion(on, fileName)),
    collectImages: (now) => changeNone((on) => images.collectImages(on, now)),
    setPreference: (accountId, key, value) => changeNone((on) => setPreference(on, accountId, key, value)),
    setSetting: (key, value) => changeNone((on) => setSetting(on, key, value)),
  };
}

function getSetting({ connection }: Context, key: string): string | undefined {
  return connection.first(sql<{ value: string }>`select value from settings where key = ${key}`)?.value;
}

function getSettings({ connection }: Context, prefix: string): ReadonlyMap<string, string> {
  const found = connection.all(
    sql<{ key: string; value: string }>`select key, value from settings
      where key >= ${prefix} and key < ${`${prefix}\u{10FFFF}`}`,
  );
  return new Map(found.map(({ key, value }) => [key.slice(prefix.length), value]));
}

function setSetting({ connection }: Context, key: string, value: string | undefined): void {
  connection.run(
    value === undefined
      ? sql`delete from settings where key = ${key}`
      : sql`insert or replace into settings (key, value) values (${key}, ${value})`,
  );
}
