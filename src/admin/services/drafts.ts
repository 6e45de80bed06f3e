import type { Field } from "../../model/entity.ts";
import type { Json } from "../../model/record.ts";
import type { SessionStore } from "../api/session-store.ts";
import { DRAFT_DAYS, DRAFTS_KEY } from "./draft-age.ts";

/** Milliseconds. */
const DRAFT_MS = DRAFT_DAYS * 86_400_000;

/** What was typed into one field. */
export interface DraftField {
  /** Dotted. */
  readonly path: string;
  /** The field when it was typed. */
  readonly field: Field;
  readonly value: Json;
  /** What the form had opened with. */
  readonly was: Json;
  /** Of pending work: what stands in for its value, and what the widget needs to go on with it, such as files. */
  readonly pending?: { readonly standIn?: Json; readonly work?: unknown };
}

/** What was typed into one form and is not saved. */
export interface Draft {
  /** Of one opening of a form, so that two tabs do not overwrite each other's. A new record is created with it as the key. */
  readonly id: string;
  /** `_id` of whoever typed it. */
  readonly account: string;
  /** The form's path in the app: that of a record, or of a new one of an entity. */
  readonly address: string;
  /** As people call the form: the title of its record, or that of a form of a new one. */
  readonly name?: string;
  /** When something was typed last: milliseconds. */
  readonly typedAt: number;
  /** The version (`ETag`) of the record that it was typed into; none of a new one. */
  readonly version?: string;
  readonly fields: readonly DraftField[];
  /** The labels of fields that were filled in and are never kept, such as passwords. */
  readonly secrets: readonly string[];
}

/** Where drafts are stored. Rejects where that is impossible. What is asked for first is done first. */
export interface DraftStore {
  /** The newest first. */
  find(account: string, address: string): Promise<readonly Draft[]>;
  /** All of an account, the newest first, without what widgets need to go on with their work. */
  list(account: string): Promise<readonly Draft[]>;
  /** Takes the place of the draft with its `id`. */
  put(draft: Draft): Promise<void>;
  remove(id: string): Promise<void>;
  removeAll(account: string): Promise<void>;
  /** Removes all, of every account, into which nothing was typed since then. Answers whether any are left. */
  expire(since: number): Promise<boolean>;
  /** For one open form of any page, until its answer has been called or the page ends; undefined: another form has the draft. */
  claim(id: string): Promise<Unclaim | undefined>;
  /** The `id`s of those that are claimed now. */
  claimed(): Promise<ReadonlySet<string>>;
}

/** Resolves when the draft is free again. */
export type Unclaim = () => Promise<void>;

/**
 * The one gate to what was typed and is not saved: kept on the device for whoever typed it, for `DRAFT_DAYS`. No account learns of
 * another's.
 */
export interface FormDrafts {
  /** Those of the account that is logged in, the newest first, but for those of forms that are open. */
  at(address: string): Promise<readonly Draft[]>;
  claim: DraftStore["claim"];
  /** All of the account that is logged in, also those of open forms, the newest first. */
  own(): Promise<readonly Draft[]>;
  keep(draft: Draft): Promise<void>;
  drop(id: string): Promise<void>;
  /** Those of the account that is logged in. */
  dropOwn(): Promise<void>;
  /** Deletes those that are too old. */
  expire(): Promise<void>;
  /** True when asked first: that nothing can be kept is said once. */
  mayComplain(): boolean;
}

interface DraftsParts {
  readonly store: DraftStore;
  readonly session: Pick<SessionStore, "get">;
  /** Has `DRAFTS_KEY` as long as there may be drafts. */
  readonly storage: Pick<Storage, "setItem" | "removeItem">;
  now(): number;
}

export function makeFormDrafts({ store, session, storage, now }: DraftsParts): FormDrafts {
  const account = () => session.get()?.user._id;
  const isYoung = ({ typedAt }: Draft) => typedAt > now() - DRAFT_MS;
  let isMarked = false;
  let hasComplained = false;
  /** Also where there are some already: a browser that was killed may have lost the mark. */
  function mark(): void {
    if (isMarked) return;
    try {
      storage.setItem(DRAFTS_KEY, "1");
      isMarked = true;
    } catch {
      // That storage is full: what is kept is kept all the same.
    }
  }
  return {
    async at(address) {
      const own = account();
      if (own === undefined) return [];
      const [found, claimed] = await Promise.all([store.find(own, address), store.claimed()]);
      if (found.length > 0) mark();
      // Another account may have logged in meanwhile.
      if (account() !== own) return [];
      return found.filter((draft) => isYoung(draft) && !claimed.has(draft.id));
    },
    claim: (id) => store.claim(id),
    async own() {
      const own = account();
      const found = own === undefined ? [] : await store.list(own);
      return found.filter(isYoung);
    },
    async keep(draft) {
      mark();
      await store.put(draft);
    },
    drop: (id) => store.remove(id),
    async dropOwn() {
      const own = account();
      if (own !== undefined) await store.removeAll(own);
    },
    async expire() {
      if (await store.expire(now() - DRAFT_MS)) return;
      isMarked = false;
      storage.removeItem(DRAFTS_KEY);
    },
    mayComplain() {
      const isFirst = !hasComplained;
      hasComplained = true;
      return isFirst;
    },
  };
}
