import type { RecordData, StoredRecord } from "../../model/record.ts";
import type { ApiRequest } from "../runtime/request.ts";
import type { StoreListQuery, StoreTransaction } from "../store/store.ts";

export interface RecordWrite {
  /** The whole record, merged and validated. */
  readonly record: RecordData;
  /** The declared top-level fields that the request names (all, on create). */
  readonly named: ReadonlySet<string>;
  /** As stored before; undefined on create. */
  readonly stored: StoredRecord | undefined;
}

/** What an entity adds to the rules of every record. All of it may throw ApiError. */
export interface RecordRules {
  /** Which records this request does not see: they are not listed, and elsewhere not found. */
  hidden?(request: Pick<ApiRequest, "account">): StoreListQuery["without"];
  /** Before validation: the request's declared values with those dropped or refused that this account may not write. */
  beforeValidation?(request: ApiRequest, values: RecordData, stored: StoredRecord | undefined): RecordData;
  /** Inside the transaction: whether this account, which holds the entity's permission and sees the record, may change it at all. */
  mayEdit?(request: ApiRequest, transaction: StoreTransaction, stored: StoredRecord): Promise<boolean>;
  /** After validation, outside the transaction: refusals and slow work (hashing). Answers the record to store. */
  beforeWrite?(request: ApiRequest, write: RecordWrite): Promise<RecordData>;
  /** Inside the transaction, before the row is written; `stored` is fresh. */
  write?(request: ApiRequest, transaction: StoreTransaction, write: RecordWrite): Promise<void>;
  /** Inside the transaction, before the row is deleted; `stored` is fresh. */
  remove?(request: ApiRequest, transaction: StoreTransaction, stored: StoredRecord): Promise<void>;
  /** What is added to a record as it is answered to those who hold the entity's permission: computed, never stored. */
  answer?(record: StoredRecord): RecordData;
}
