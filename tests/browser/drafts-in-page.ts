import { makeIndexedDrafts } from "../../src/admin/services/indexed-drafts.ts";
import { DRAFT_RULES } from "../contracts/drafts.ts";

declare global {
  interface Window {
    /** Runs in a page: what the browser's store of drafts does otherwise than each of them must. */
    readonly brokenDraftRules: () => Promise<readonly string[]>;
  }
}

async function brokenDraftRules(): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { name, test } of DRAFT_RULES) {
    await new Promise<void>((resolve, reject) => {
      const asked = indexedDB.deleteDatabase("drafts");
      asked.onsuccess = () => resolve();
      asked.onerror = () => reject(asked.error);
    });
    await test(
      makeIndexedDrafts(indexedDB, navigator.locks),
      makeIndexedDrafts(indexedDB, navigator.locks),
    ).catch((error: unknown) => {
      broken.push(`${name}: ${String(error)}`);
    });
  }
  return [...broken, `${DRAFT_RULES.length} rules`];
}

Object.assign(window, { brokenDraftRules });
