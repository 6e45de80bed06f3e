/** Why the server is degraded. */
export type HealthReason =
  | "STORE_FULL"
  | "STORE_READ_ONLY"
  /** The disk refuses to write for another reason. */
  | "STORE_NOT_WRITABLE"
  /** The store's file was deleted or replaced. */
  | "STORE_GONE"
  | "STORE_UNREADABLE"
  /** The database cannot be reached: a restart would not help. */
  | "STORE_AWAY";

/** `GET /api/health`, for anyone. The status is 503 for `starting` and if the store is gone or unreadable, else 200. */
export type HealthAnswer =
  | { readonly status: "ok" | "starting" }
  | { readonly status: "degraded"; readonly reason: HealthReason };

/** `GET /api/ready`, for anyone: whether requests should be sent to this server. The status is 200, or 503 where it is not ready. */
export type ReadyAnswer =
  | { readonly ready: true }
  | { readonly ready: false; readonly reason: HealthReason | "STARTING" };
