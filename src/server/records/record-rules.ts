import type { RecordData, StoredRecord } from "../../model/record.ts";
import type { Effects } from "../effects.ts";
import type { HookThreads } from "../hooks/hook-threads.ts";
import type { ApiRequest } from "../http/request.ts";
import type { Store, StoreTransaction, StoreView } from "../store/store.ts";
import type { StoreListQuery } from "../store/store-queries.ts";

/** Who writes, and in which language. */
export type Writer = Pick<ApiRequest, "account" | "say">;

/** What routes that write records need. */
export interface WriteServices {
  readonly effects: Effects;
  /** Where server hooks run on large values; default: here. */
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

/** Rules of one entity beyond those of every record. All of them may throw ApiError. */
export interface RecordRules {
  /** Records that do not exist for this account. */
  hidden?(asking: Pick<ApiRequest, "account">): StoreListQuery["without"];
  /** Before validation: the given values without blank ones, and with those that the entity sets. */
  values?(given: RecordData, stored: StoredRecord | undefined): RecordData;
  /** Inside the transaction: whether an account that has the right to change the record may do so. */
  mayEdit?(writer: Writer, transaction: StoreTransaction, stored: StoredRecord): Promise<boolean>;
  /**
   * Whether an account that has the right to delete a record in the bin may delete it for good; of one that is not in the bin
   * `remove` asks.
   */
  mayDelete?(writer: Writer, view: StoreView, stored: StoredRecord): Promise<boolean>;
  /** After validation, before the transaction: slow work (hashing). Returns the record to store. */
  finish?(writer: Writer, write: RecordWrite): Promise<RecordData>;
  /** Inside the transaction, before the row is written; `stored` is fresh. */
  write?(writer: Writer, transaction: StoreTransaction, write: RecordWrite): Promise<void>;
  /** Inside the transaction, before the row is deleted; `stored` is fresh. */
  remove?(writer: Writer, transaction: StoreTransaction, stored: StoredRecord): Promise<void>;
  /** Computed values that are added to an answered record for an account that sees these fields; never stored. */
  answer?(record: StoredRecord, views: ReadonlySet<string>): RecordData;
}
