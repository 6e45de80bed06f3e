import type { StoredRecord } from "../../../model/record.ts";
import type { StoreTransaction, StoreView } from "../store.ts";
import { type Context, tableOf } from "./context.ts";
import { countRecords } from "./counts.ts";
import {
  addImage,
  askImageDeletion,
  collectImages,
  getImage,
  getImageBytes,
  imagesOf,
  imageUsers,
} from "./images.ts";
import { selectPage } from "./list.ts";
import { findRecord, rowsAtOnce, selectRecord, selectRecordsById, walkRecords } from "./records.ts";
import { referrersOf } from "./references.ts";
import { type RunSteps, runStepwise } from "./search/snapshots.ts";
import type { Changes, SessionCache } from "./session-cache.ts";
import * as sessions from "./sessions.ts";
import { deleteRow, insertRow, unprotectRow, updateRow } from "./write-record.ts";

type Run = <T>(work: (context: Context) => T | Promise<T>) => Promise<T>;

/**
 * What makes an operation of a function of the engine: gives the event loop its turns, and refuses when the work
 * that it belongs to is over. `context` is read at each call: the tables may follow other shapes by now.
 */
function operations(context: () => Context): Run {
  return async (work) => {
    const turn = context().connection.turn();
    if (turn !== undefined) await turn;
    return work(context());
  };
}

/**
 * Reads through one connection. `context` throws once the work is over.
 * @param runSteps runs what takes more than one step
 * @param findSession how a session is found with its account
 */
export function makeView(
  context: () => Context,
  runSteps: RunSteps,
  findSession: SessionCache["find"] = sessions.getSessionAccount,
): StoreView {
  return viewOf(operations(context), runSteps, findSession);
}

function viewOf(run: Run, runSteps: RunSteps, findSession: SessionCache["find"]): StoreView {
  return {
    list: (table, query) => {
      const work = (on: Context) => selectPage(on, tableOf(on, table), query);
      return run((on) => {
        const { done, value } = work(on).next();
        return done === true ? value : runSteps(work);
      });
    },
    get: (table, id) => run((on) => selectRecord(on, tableOf(on, table), id)),
    async getMany(table, ids) {
      const found: StoredRecord[] = [];
      for (let start = 0; start < ids.length; ) {
        // What is read may be long: others come between.
        if (start > 0) await new Promise((resolve) => setImmediate(resolve));
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
      // Whoever walks asks again at once: others come between.
      await new Promise((resolve) => setImmediate(resolve));
      return run((on) => walkRecords(on, tableOf(on, table), after, limit));
    },
    findBy: (table, column, value) => run((on) => findRecord(on, tableOf(on, table), column, value)),
    count: (table, where) => run((on) => countRecords(on, tableOf(on, table), where)),
    referrers: (table, id, limit) => run((on) => referrersOf(on, tableOf(on, table), id, limit)),
    session: (tokenHash) => run((on) => sessions.getSession(on, tokenHash)),
    sessionAccount: (tokenHash, table) => run((on) => findSession(on, tokenHash, tableOf(on, table))),
    image: (fileName) => run((on) => getImage(on, fileName)),
    imageBytes: (fileName, size) => run((on) => getImageBytes(on, fileName, size)),
    imagesOf: (table, id) => run((on) => imagesOf(on, table, id)),
    imageUsers: (fileName, after, limit) => run((on) => imageUsers(on, fileName, after, limit)),
    setting: (key) => run((on) => getSetting(on, key)),
    settings: (prefix) => run((on) => getSettings(on, prefix)),
  };
}

const NOT_AWAITED = "The transaction is over: something in it was not awaited.";

/**
 * Runs work on a transaction. Settles when every operation that it began has ended: none is under way when the next
 * write begins. Each operation says what it changes of what is kept in memory, before it does.
 */
export async function runTransaction<T>(
  context: () => Context,
  changes: Changes,
  work: (transaction: StoreTransaction) => Promise<T>,
): Promise<T> {
  const underWay = new Set<Promise<unknown>>();
  let isOver = false;
  const during = () => {
    if (isOver) throw new Error(NOT_AWAITED);
    const on = context();
    if (!on.connection.inTransaction) throw new Error("The transaction was rolled back by the engine.");
    return on;
  };
  const operate = operations(during);
  // Nobody else writes meanwhile.
  const runSteps: RunSteps = (steps) => runStepwise(steps(during()), during);
  const run: Run = (operation) => {
    const running = operate(operation).finally(() => underWay.delete(running));
    underWay.add(running);
    return running;
  };
  try {
    const value = await work(transactionOf(run, runSteps, changes));
    if (underWay.size > 0) throw new Error(NOT_AWAITED);
    return value;
  } finally {
    isOver = true;
    await Promise.allSettled(underWay);
  }
}

function transactionOf(run: Run, runSteps: RunSteps, changes: Changes): StoreTransaction {
  // Each operation says which sessions or records it changes, by token hash or `_id`: all of them, or none.
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
    ...viewOf(run, runSteps, sessions.getSessionAccount),
    insert: (table, record, images) =>
      change(record._id, (on) => insertRow(on, tableOf(on, table), record, images)),
    update: (table, id, changed, images, releasedUntil) =>
      change(id, (on) => updateRow(on, tableOf(on, table), id, changed, images, releasedUntil)),
    delete: (table, id) => change(id, (on) => deleteRow(on, tableOf(on, table), id)),
    unprotect: (table, id) => change(id, (on) => unprotectRow(on, tableOf(on, table), id)),
    addSession: (session) => change(session.tokenHash, (on) => sessions.addSession(on, session)),
    extendSession: (tokenHash, expiresAt) =>
      change(tokenHash, (on) => sessions.extendSession(on, tokenHash, expiresAt)),
    endSession: (tokenHash) => change(tokenHash, (on) => sessions.endSession(on, tokenHash)),
    endSessionsOf: (accountId, except) =>
      change(accountId, (on) => sessions.endSessionsOf(on, accountId, except)),
    endAllSessions: () => changeAll((on) => sessions.endAllSessions(on)),
    endExpiredSessions: (now) => changeAll((on) => sessions.endExpiredSessions(on, now)),
    addImage: (image, full, small) => changeNone((on) => addImage(on, image, full, small)),
    askImageDeletion: (fileName) => changeNone((on) => askImageDeletion(on, fileName)),
    collectImages: (now) => changeNone((on) => collectImages(on, now)),
    setSetting: (key, value) => changeNone((on) => setSetting(on, key, value)),
  };
}

function getSetting({ connection }: Context, key: string): string | undefined {
  return connection.first(connection.db.selectFrom("settings").select("value").where("key", "=", key))?.value;
}

function getSettings({ connection }: Context, prefix: string): ReadonlyMap<string, string> {
  const query = connection.db
    .selectFrom("settings")
    .select(["key", "value"])
    .where("key", ">=", prefix)
    .where("key", "<", `${prefix}\u{10FFFF}`);
  return new Map(connection.all(query).map(({ key, value }) => [key.slice(prefix.length), value]));
}

function setSetting({ connection }: Context, key: string, value: string | undefined): void {
  if (value === undefined) {
    connection.run(connection.db.deleteFrom("settings").where("key", "=", key));
    return;
  }
  connection.run(
    connection.db
      .insertInto("settings")
      .values({ key, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value })),
  );
}
