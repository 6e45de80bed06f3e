import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import { CHANGES_PATHS } from "../../src/wire/changes.ts";

const underWay = new WeakMap<Page, { readonly requests: Set<Request>; since: number }>();
const QUIET_MS = 500;

/** From now on it is known what a page waits for. */
export function watchRequests(page: Page): void {
  const state = { requests: new Set<Request>(), since: performance.now() };
  underWay.set(page, state);
  page.on("request", (request) => {
    state.since = performance.now();
    // Playwright's own `networkidle` would wait for its end, which never comes.
    if (new URL(request.url()).pathname !== CHANGES_PATHS.changes) state.requests.add(request);
  });
  const ended = (request: Request) => {
    state.since = performance.now();
    state.requests.delete(request);
  };
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
}

/** The page has loaded, and asked for nothing for a while; its stream of changes may be open. */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  const state = underWay.get(page);
  if (state === undefined) throw new Error("The page was not opened by `visit`.");
  await expect
    .poll(() => state.requests.size === 0 && performance.now() - state.since >= QUIET_MS, { interval: 50 })
    .toBe(true);
}
