import { describe, it } from "vitest";
import { makeMemoryDrafts } from "../../src/admin/services/memory-drafts.ts";
import { DRAFT_RULES } from "./drafts.ts";

// The browser's own: tests/admin/services/indexed-drafts.test.ts and, in a browser, tests/browser/drafts.test.ts.
describe("drafts in memory", () => {
  it.each(DRAFT_RULES)("$name", async ({ test }) => {
    const store = makeMemoryDrafts();
    await test(store, store);
  });
});
