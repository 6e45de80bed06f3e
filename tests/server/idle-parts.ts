import type { RuntimeHolder } from "../../src/server/config/runtime.ts";
import type { Effects } from "../../src/server/effects.ts";
import { CLIENT_LIMITS } from "../../src/server/http/client-limits.ts";
import { makeChangeFeed } from "../../src/server/live/change-feed.ts";
import { makeMetrics } from "../../src/server/operating/metrics.ts";
import { operatingRoutes } from "../../src/server/operating/operating-routes.ts";
import { makeSessionExtensions } from "../../src/server/sessions/session-extensions.ts";
import type { Store } from "../../src/server/store/store.ts";
import { makeWebhooks } from "../../src/server/webhooks/make-webhooks.ts";

/** What a server has besides its config, without a client, by which its routes are listed. */
export function idleParts(parts: {
  readonly store: Store;
  readonly holder: RuntimeHolder;
  readonly effects: Effects;
}) {
  const log = () => {};
  const extensions = makeSessionExtensions(parts.store, log);
  const webhooks = makeWebhooks({ ...parts, sending: undefined, onFailed: log, log });
  const metrics = makeMetrics({ ...parts, lastBackup: () => undefined, webhooks });
  return {
    holder: parts.holder,
    feed: makeChangeFeed({ ...parts, extensions, limits: CLIENT_LIMITS, log }),
    webhooks,
    operating: operatingRoutes({ metrics, metricsToken: undefined, isLeaving: () => false }),
  };
}
