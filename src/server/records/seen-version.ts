import type { Config } from "../../model/config.ts";
import type { StoredRecord } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { formatMoment } from "../../record/moment.ts";
import type { Conflict } from "../../wire/error.ts";
import { ApiError } from "../http/api-error.ts";
import type { Answer, ApiRequest } from "../http/request.ts";
import type { EntityRights } from "./rights/entity-rights.ts";

/** The version of the record that a client changes or deletes, as it saw it. */
export interface SeenVersion {
  /** Of `If-Match`. */
  readonly version?: number;
  /** `updatedAt` of the body in milliseconds; not read beside `If-Match`. */
  readonly updatedAt?: number;
}

/** ISO 8601 with its offset: without one it would depend on the server's time zone. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const TAG = /^(?:W\/)?"(\d{1,15})"$/;

/** What a `PUT` or `DELETE` says of it; an absent, null or empty `updatedAt` says nothing, and `If-Match: *` neither. Throws BAD_REQUEST. */
export function seenVersion({ body, say, fastify }: ApiRequest): SeenVersion {
  const tag = fastify.headers["if-match"];
  if (tag !== undefined && tag !== "*") {
    const [, version] = TAG.exec(tag) ?? [];
    if (version === undefined) throw new ApiError("BAD_REQUEST");
    return { version: Number(version) };
  }
  const given = ownValue(body, "updatedAt");
  if (given === undefined || given === null || given === "") return {};
  const moment = typeof given === "string" && MOMENT.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(moment)) return { updatedAt: moment };
  const errors = [{ path: "/updatedAt", keyword: "format", message: say("server.badRequest") }];
  throw new ApiError("BAD_REQUEST", { errors });
}

export function isSeenVersion({ version, updatedAt }: SeenVersion, stored: StoredRecord): boolean {
  if (version !== undefined) return version === stored._version;
  return updatedAt === undefined || updatedAt === Date.parse(stored.updatedAt);
}

/** Throws STALE, with who changed the record and when, if the stored version is not the seen one. */
export function refuseStale(
  config: Config,
  seen: SeenVersion,
  stored: StoredRecord,
  key: "server.stale" | "server.staleDeletion",
): void {
  if (!isSeenVersion(seen, stored)) throw stale(config, stored, key);
}

/** STALE, with who changed the record and when. */
export function stale(
  { app }: Config,
  stored: StoredRecord,
  key: "server.stale" | "server.staleDeletion",
  conflicts?: readonly Conflict[],
): ApiError {
  const values = { by: stored.updatedBy ?? app.title, at: formatMoment(stored.updatedAt, app) };
  if (conflicts === undefined) return new ApiError("STALE", { key, values });
  return new ApiError("STALE", { key, values, conflicts, headers: versionHeaders(stored) });
}

/** For who sees more of the record than its name. */
export function versionHeadersFor({ access }: Pick<EntityRights, "access">, stored: StoredRecord) {
  return access === "full" ? { headers: versionHeaders(stored) } : {};
}

function versionHeaders({ _version }: StoredRecord): NonNullable<Answer["headers"]> {
  return _version === undefined ? {} : { etag: `"${_version}"` };
}
