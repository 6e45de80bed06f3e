import type { StoredRecord } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { formatMoment } from "../../record/moment.ts";
import type { Conflict } from "../../wire/error.ts";
import { ApiError } from "../http/api-error.ts";
import type { Answer, ApiRequest } from "../http/request.ts";
import type { StoreView } from "../store/store.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import type { Writer } from "./record-rules.ts";
import type { EntityRights } from "./rights/entity-rights.ts";
import { shownAuthor } from "./rights/seen-account.ts";

/** The version of the record that a client changes or deletes, as it saw it. */
export interface SeenVersion {
  /** Of `If-Match`. */
  readonly version?: number;
  /** `updatedAt` of the body in milliseconds; not read beside `If-Match`. */
  readonly updatedAt?: number;
  /** With `If-Match`, even `*`: clients of before are told in a refusal who it was by the `updatedBy` that they have anyway. */
  readonly isTagged?: true;
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
    return { version: Number(version), isTagged: true };
  }
  const tagged = tag === undefined ? {} : ({ isTagged: true } as const);
  const given = ownValue(body, "updatedAt");
  if (given === undefined || given === null || given === "") return tagged;
  const moment = typeof given === "string" && MOMENT.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(moment)) return { updatedAt: moment, ...tagged };
  const errors = [{ path: "/updatedAt", keyword: "format", message: say("server.badRequest") }];
  throw new ApiError("BAD_REQUEST", { errors });
}

export function isSeenVersion({ version, updatedAt }: SeenVersion, stored: StoredRecord): boolean {
  if (version !== undefined) return version === stored._version;
  return updatedAt === undefined || updatedAt === Date.parse(stored.updatedAt);
}

/** Where a write meets a record, and whose it is. */
export interface MetRecord {
  readonly writer: Writer;
  readonly view: StoreView;
  readonly target: EntityRuntime;
  readonly stored: StoredRecord;
}

/** Throws STALE, with who changed the record and when, if the stored version is not the seen one. */
export async function refuseStale(
  seen: SeenVersion,
  met: MetRecord,
  key: "server.stale" | "server.staleDeletion",
): Promise<void> {
  if (isSeenVersion(seen, met.stored)) return;
  const { app } = met.target.config;
  const by = seen.isTagged ? await authorOf(met) : (met.stored.updatedBy ?? app.title);
  const values = { by, at: formatMoment(met.stored.updatedAt, app) };
  throw new ApiError("STALE", { key, values });
}

/** STALE with what two have changed. */
export async function conflicting(met: MetRecord, conflicts: readonly Conflict[]): Promise<ApiError> {
  const { target, stored } = met;
  const values = { by: await authorOf(met), at: formatMoment(stored.updatedAt, target.config.app) };
  return new ApiError("STALE", { key: "server.stale", values, conflicts, headers: versionHeaders(stored) });
}

/** Who changed the record, as far as the writer may be told. */
const authorOf = async ({ writer, view, target, stored }: MetRecord) =>
  (await shownAuthor(writer, view, target, stored)) ?? writer.say("history.someone");

/** For who sees more of the record than its name. */
export function versionHeadersFor({ access }: Pick<EntityRights, "access">, stored: StoredRecord) {
  return access === "full" ? { headers: versionHeaders(stored) } : {};
}

function versionHeaders({ _version }: StoredRecord): NonNullable<Answer["headers"]> {
  return _version === undefined ? {} : { etag: `"${_version}"` };
}
