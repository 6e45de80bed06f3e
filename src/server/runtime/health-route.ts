import type { HealthAnswer, HealthReason } from "../../wire/health.ts";
import { API, PATHS } from "../../wire/paths.ts";
import type { Route } from "../http/route.ts";
import type { StoreTrouble } from "../store/store.ts";

const REASONS: Readonly<Record<StoreTrouble, HealthReason>> = {
  full: "STORE_FULL",
  readOnly: "STORE_READ_ONLY",
  failed: "STORE_NOT_WRITABLE",
  gone: "STORE_GONE",
  unreadable: "STORE_UNREADABLE",
};

/** With these nothing that the server answers can be relied on. With the others it reads as ever, and a restart would not help. */
const DOWN: ReadonlySet<StoreTrouble> = new Set(["gone", "unreadable"]);

/** Says to whoever watches the server, without a session, whether it does what it should: no path, no text of the system. */
export function healthRoute(): Route {
  return {
    method: "GET",
    pattern: PATHS.health.slice(API.length),
    operation: "health",
    access: "anyone",
    sessionless: true,
    async handle({ store }) {
      const trouble = await store.trouble();
      const body: HealthAnswer =
        trouble === undefined ? { status: "ok" } : { status: "degraded", reason: REASONS[trouble] };
      return { status: trouble !== undefined && DOWN.has(trouble) ? 503 : 200, body };
    },
  };
}
