import type { StoreTransaction, StoreView } from "../store.ts";
import { type Context, tableOf } from "./context.ts";
import { countRecords } from "./counts.ts";
import { imagesOf, imageUsers } from "./image-uses.ts";
import { addImage, askImageDeletion, collectImages, getImage, getImageBytes } from "./images.ts";
import { listRecords } from "./list.ts";
import { findRecord, getRecord, getRecords, walkRecords } from "./records.ts";
import { referrersOf } from "./references.ts";
import * as sessions from "./sessions.ts";
import { getSetting, setSetting } from "./settings.ts";
import { inTurns, type RunSteps } from "./snapshots.ts";
import { deleteRecord, insertRecord, unprotectRecord, updateRecord } from "./write-record.ts";

/**
 * What makes an operation of a function of the engine: gives the event loop its turns, and refuses when the work
 * that it belongs to is over. `context` is read at each call: the tables may have been prepared anew.
 */
function operations(context: () => Context) {
  return async <T>(work: (context: Context) => T | Promise<T>): Promise<T> => {
    const turn = context().connection.turn();
    if (turn !== undefined) await turn;
    return work(context());
  };
}

/** Reads through one connection. `context` throws once the work is over. `runSteps` runs what takes more than one step. */
export function makeView(context: () => Context, runSteps: RunSteps): StoreView {
  const run = operations(context);
  return {
    list: (table, query) => {
      const work = (on: Context) => listRecords(on, tableOf(on, table), query);
      return run((on) => {
        const { done, value } = work(on).next();
        return done === true ? value : runSteps(work);
      });
    },
    get: (table, id) => run((on) => getRecord(on, tableOf(on, table), id)),
    getMany: (table, ids) => run((on) => getRecords(on, tableOf(on, table), ids)),
    async walk(table, after, limit) {
      // Whoever walks asks again at once: others come between.
      await new Promise((resolve) => setImmediate(resolve));
      return run((on) => walkRecords(on, tableOf(on, table), after, limit));
    },
    findBy: (table, column, value) => run((on) => findRecord(on, tableOf(on, table), column, value)),
    count: (table, where) => run((on) => countRecords(on, tableOf(on, table), where)),
    referrers: (table, id, most) => run((on) => referrersOf(on, tableOf(on, table), id, most)),
    session: (tokenHash) => run((on) => sessions.getSession(on, tokenHash)),
    image: (fileName) => run((on) => getImage(on, fileName)),
    imageBytes: (fileName, size) => run((on) => getImageBytes(on, fileName, size)),
    imagesOf: (table, id) => run((on) => imagesOf(on, table, id)),
    imageUsers: (fileName, after, limit) => run((on) => imageUsers(on, fileName, after, limit)),
    setting: (key) => run((on) => getSetting(on, key)),
  };
}

export function makeTransaction(context: () => Context): StoreTransaction {
  const run = operations(context);
  return {
    // Nobody else writes meanwhile.
    ...makeView(context, (work) => inTurns(work(context()), context)),
    insert: (table, record, images) => run((on) => insertRecord(on, tableOf(on, table), record, images)),
    update: (table, id, changes, images, releasedUntil) =>
      run((on) => updateRecord(on, tableOf(on, table), id, changes, images, releasedUntil)),
    delete: (table, id) => run((on) => deleteRecord(on, tableOf(on, table), id)),
    unprotect: (table, id) => run((on) => unprotectRecord(on, tableOf(on, table), id)),
    addSession: (session) => run((on) => sessions.addSession(on, session)),
    extendSession: (tokenHash, expiresAt) => run((on) => sessions.extendSession(on, tokenHash, expiresAt)),
    endSession: (tokenHash) => run((on) => sessions.endSession(on, tokenHash)),
    endSessionsOf: (accountId, except) => run((on) => sessions.endSessionsOf(on, accountId, except)),
    endExpiredSessions: (now) => run((on) => sessions.endExpiredSessions(on, now)),
    addImage: (image, full, small) => run((on) => addImage(on, image, full, small)),
    askImageDeletion: (fileName) => run((on) => askImageDeletion(on, fileName)),
    collectImages: (now) => run((on) => collectImages(on, now)),
    setSetting: (key, value) => run((on) => setSetting(on, key, value)),
  };
}
