/** Why the server does not do all that it should. */
export type HealthReason =
  /** The disk has no space: nothing can be stored. */
  | "STORE_FULL"
  /** The store may not be written. */
  | "STORE_READ_ONLY"
  /** The disk refuses to write for another reason. */
  | "STORE_NOT_WRITABLE"
  /** The store's file was deleted or replaced under the running server. */
  | "STORE_GONE"
  /** The store's file cannot be read. */
  | "STORE_UNREADABLE";

/**
 * What `GET /api/health` answers, to anyone: with 200 `ok`, and `degraded` while everything can still be read; with 503
 * `starting`, and `degraded` where the store is gone or unreadable.
 */
export type HealthAnswer =
  | { readonly status: "ok" | "starting" }
  | { readonly status: "degraded"; readonly reason: HealthReason };
