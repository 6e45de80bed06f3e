import type { RuntimeHolder } from "../../src/server/config/runtime.ts";
import type { Effects } from "../../src/server/effects.ts";
import { CLIENT_LIMITS } from "../../src/server/http/client-limits.ts";
import { type ChangeFeed, makeChangeFeed } from "../../src/server/live/change-feed.ts";
import { makeSessionExtensions } from "../../src/server/sessions/session-extensions.ts";
import type { Store } from "../../src/server/store/store.ts";

/** A feed without a stream, by which the routes of a server are listed. */
export function idleFeed(parts: {
  readonly store: Store;
  readonly holder: RuntimeHolder;
  readonly effects: Effects;
}): ChangeFeed {
  const log = () => {};
  const extensions = makeSessionExtensions(parts.store, log);
  return makeChangeFeed({ ...parts, extensions, limits: CLIENT_LIMITS, log });
}
