import type { Config } from "../../model/config.ts";
import type { StoredRecord } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { formatMoment } from "../../record/moment.ts";
import { ApiError } from "../http/api-error.ts";
import type { ApiRequest } from "../http/request.ts";

/** ISO 8601 with its offset: without one it would depend on the server's time zone. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** The `updatedAt` of a `PUT` or `DELETE` in milliseconds; undefined if absent, null or empty. Throws BAD_REQUEST. */
export function seenVersion({ body, say }: ApiRequest): number | undefined {
  const given = ownValue(body, "updatedAt");
  if (given === undefined || given === null || given === "") return undefined;
  const moment = typeof given === "string" && MOMENT.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(moment)) return moment;
  const errors = [{ path: "/updatedAt", keyword: "format", message: say("server.badRequest") }];
  throw new ApiError("BAD_REQUEST", { errors });
}

/** Throws STALE, with who changed the record and when, if the stored version is not the seen one. */
export function refuseStale(
  { app }: Config,
  seen: number | undefined,
  stored: StoredRecord,
  key: "server.stale" | "server.staleDeletion",
): void {
  if (seen === undefined || seen === Date.parse(stored.updatedAt)) return;
  const values = { by: stored.updatedBy ?? app.title, at: formatMoment(stored.updatedAt, app) };
  throw new ApiError("STALE", { key, values });
}
