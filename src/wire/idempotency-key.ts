/**
 * The header of a request that creates a record: a text of the client's choice, the same for each attempt. Where an attempt before has
 * created it, as long as the journal knows of it, nothing is written, and the answer is 200 with the record as it is stored now.
 */
export const IDEMPOTENCY_HEADER = "idempotency-key";

/** Characters. */
export const MAX_KEY_LENGTH = 200;
