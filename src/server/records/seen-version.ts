import type { Config } from "../../model/config.ts";
import type { StoredRecord } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { ApiError } from "../http/api-error.ts";
import type { ApiRequest } from "../http/request.ts";

/** A moment as ISO 8601 writes it, with its offset: without one it would be another moment on another server. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * The `updatedAt` of a `PUT` or `DELETE`: which version of the record its sender saw, in milliseconds. undefined where
 * it says none (absent, null, empty). Throws BAD_REQUEST where it is no moment.
 */
export function seenVersion({ body, say }: ApiRequest): number | undefined {
  const given = ownValue(body, "updatedAt");
  if (given === undefined || given === null || given === "") return undefined;
  const moment = typeof given === "string" && MOMENT.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(moment)) return moment;
  const errors = [{ path: "/updatedAt", keyword: "format", message: say("server.badRequest") }];
  throw new ApiError("BAD_REQUEST", { errors });
}

/** Throws STALE, with who changed the record and when, where the stored version is any other than the one seen. */
export function refuseStale(
  { app: { dateLocale, title } }: Config,
  seen: number | undefined,
  stored: StoredRecord,
  key: "server.stale" | "server.staleDeletion",
): void {
  if (seen === undefined || seen === Date.parse(stored.updatedAt)) return;
  const at = new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium", timeStyle: "short" });
  const values = { by: stored.updatedBy ?? title, at: at.format(new Date(stored.updatedAt)) };
  throw new ApiError("STALE", { key, values });
}
