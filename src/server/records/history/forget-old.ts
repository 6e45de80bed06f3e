import type { AppConfig } from "../../../model/app-config.ts";
import type { Effects } from "../../effects.ts";
import { systemOrigin } from "../../http/change-origin.ts";
import type { Store, StoreTransaction } from "../../store/store.ts";
import { binStart, historyStart, provenTime } from "./kept-for.ts";

/** In one transaction: a few milliseconds. */
const STEP = 200;

/**
 * Deletes for good what has been in the bin long enough, and prunes the journal, in short steps between which others write. Each only
 * where the journal shows that its time has passed (`provenTime`).
 */
export async function forgetOld(
  store: Store,
  app: Pick<AppConfig, "history">,
  effects: Pick<Effects, "now" | "newId" | "turn">,
): Promise<void> {
  const now = effects.now();
  const start = historyStart(app, now);
  const origin = systemOrigin(effects);
  if (await isProven(binStart(app, now)))
    await inSteps((transaction) => transaction.emptyBin(now.toISOString(), STEP));
  if (await isProven(start))
    await inSteps(async (transaction) => (await transaction.pruneJournal(start, STEP)) < STEP);

  async function isProven(since: string): Promise<boolean> {
    const time = provenTime(since, now);
    let before: number | undefined;
    do {
      const asked = { ...time, limit: 1, ...(before === undefined ? {} : { before }) };
      const { entries, next } = await store.read((view) => view.journal(asked));
      if (entries.length > 0) return true;
      before = next;
      await effects.turn();
    } while (before !== undefined);
    return false;
  }

  async function inSteps(isDone: (transaction: StoreTransaction) => Promise<boolean>): Promise<void> {
    while (!(await store.write(isDone, origin))) await effects.turn();
  }
}
