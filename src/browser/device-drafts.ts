import type { SessionStore } from "../admin/api/session-store.ts";
import { type FormDrafts, makeFormDrafts } from "../admin/services/drafts.ts";
import { makeIndexedDrafts } from "../admin/services/indexed-drafts.ts";

/** The drafts of this browser. A chunk of its own: the log-in page and lists load none. */
export function deviceDrafts(session: SessionStore, storage: Storage): FormDrafts {
  const store = makeIndexedDrafts(window.indexedDB, navigator.locks);
  return makeFormDrafts({ store, session, storage, now: Date.now });
}
