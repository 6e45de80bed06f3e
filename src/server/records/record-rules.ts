import type { RecordData, StoredRecord } from "../../model/record.ts";
import type { Effects } from "../effects.ts";
import type { HookThreads } from "../hooks/hook-threads.ts";
import type { ApiRequest } from "../http/request.ts";
import type { Store, StoreListQuery, StoreTransaction } from "../store/store.ts";

/** Who writes, and how sentences are said to them. */
export type Writer = Pick<ApiRequest, "account" | "say">;

/** What routes that write records work with. */
export interface WriteServices {
  readonly effects: Effects;
  /** Where server hooks run on large values; without it they run here. */
  readonly hookThreads?: HookThreads | undefined;
}

/** Who writes, where, and with what. */
export interface WriteContext extends Writer, WriteServices {
  readonly store: Store;
}

export interface RecordWrite {
  /** The whole record, merged and validated. */
  readonly record: RecordData;
  /** The declared top-level fields that were given or completed. */
  readonly named: ReadonlySet<string>;
  /** As stored before; undefined on create. */
  readonly stored: StoredRecord | undefined;
}

/** What an entity adds to the rules of every record. All of it may throw ApiError. */
export interface RecordRules {
  /** Which records this account does not see: they are not listed, and elsewhere not found. */
  hidden?(asking: Pick<ApiRequest, "account">): StoreListQuery["without"];
  /** Before validation: the given values without those that are as good as none, and with those that the entity sets. */
  values?(given: RecordData, stored: StoredRecord | undefined): RecordData;
  /** Inside the transaction: whether this account, which holds the entity's permission and sees the record, may change it at all. */
  mayEdit?(writer: Writer, transaction: StoreTransaction, stored: StoredRecord): Promise<boolean>;
  /** After validation, outside the transaction: slow work (hashing). Answers the record to store. */
  finish?(writer: Writer, write: RecordWrite): Promise<RecordData>;
  /** Inside the transaction, before the row is written; `stored` is fresh. */
  write?(writer: Writer, transaction: StoreTransaction, write: RecordWrite): Promise<void>;
  /** Inside the transaction, before the row is deleted; `stored` is fresh. */
  remove?(writer: Writer, transaction: StoreTransaction, stored: StoredRecord): Promise<void>;
  /** What is added to a record as it is answered to those who hold the entity's permission: computed, never stored. */
  answer?(record: StoredRecord): RecordData;
}
