import { ownValue } from "../../record/json.ts";
import { CHANGES_PATHS } from "../../wire/changes.ts";
import { belowApi } from "../../wire/paths.ts";
import type { RuntimeHolder } from "../config/runtime.ts";
import { ApiError } from "../http/api-error.ts";
import { type Answer, type ApiRequest, signedIn } from "../http/request.ts";
import { OPEN_JSON, type Route } from "../http/route.ts";
import { badQuery } from "../records/bad-query.ts";
import { rightsOf } from "../records/rights/entity-rights.ts";
import { visibleRecord } from "../records/rights/visible-record.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { recordPlaceIn } from "./peer-streams.ts";

/** What is changed while a page is open: the feed cuts what it tells to what the account sees. */
export function liveRoutes(holder: RuntimeHolder, feed: ChangeFeed): Route[] {
  const asked = { access: "session", unattended: true } as const;
  return [
    {
      method: "GET",
      pattern: belowApi(CHANGES_PATHS.changes),
      operation: "follow changes",
      ...asked,
      handle: (request) => answerStream(feed, request),
    },
    {
      method: "POST",
      pattern: belowApi(CHANGES_PATHS.open),
      operation: "tell open record",
      ...asked,
      jsonLimit: OPEN_JSON,
      handle: (request) => answerOpened(holder, feed, request),
    },
  ];
}

/** No stream for an account without any permission, which is told of no record: anyone can register enough of those to take all. */
async function answerStream(feed: ChangeFeed, request: ApiRequest): Promise<Answer> {
  const account = signedIn(request);
  if (account.permissions.length === 0) return { status: 204, body: "" };
  const given = request.query.get("after");
  if (given !== null && !/^\d{1,15}$/.test(given)) throw badQuery("after");
  const body = await feed.open(account, given === null ? undefined : Number(given));
  // A proxy in between passes each line on at once.
  const headers = { "content-type": "application/x-ndjson; charset=utf-8", "x-accel-buffering": "no" };
  return { status: 200, body, headers };
}

/** Throws NOT_FOUND for a stream that is not the account's, and for a record that it does not see. */
async function answerOpened(holder: RuntimeHolder, feed: ChangeFeed, request: ApiRequest): Promise<Answer> {
  const account = signedIn(request);
  const stream = ownValue(request.body, "stream");
  const record = recordPlaceIn(ownValue(request.body, "record"));
  if (typeof stream !== "string" || record === undefined) throw new ApiError("BAD_REQUEST");
  if (record !== null) {
    const target = holder.current.entities.get(record.entity);
    if (target === undefined || rightsOf(account, target).access !== "full") throw new ApiError("NOT_FOUND");
    await request.store.read((view) => visibleRecord(request, view, target, record._id));
  }
  if (!feed.opened(account, stream, record)) throw new ApiError("NOT_FOUND");
  return { status: 200, body: {} };
}
