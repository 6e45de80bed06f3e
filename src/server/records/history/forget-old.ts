import type { AppConfig } from "../../../model/app-config.ts";
import type { Effects } from "../../effects.ts";
import { systemOrigin } from "../../http/change-origin.ts";
import type { Store, StoreTransaction } from "../../store/store.ts";
import { historyStart } from "./kept-for.ts";

/** In one transaction: a few milliseconds. */
const STEP = 200;

/** Deletes for good what has been in the bin long enough, and prunes the journal, in short steps between which others write. */
export async function forgetOld(
  store: Store,
  app: Pick<AppConfig, "history">,
  effects: Pick<Effects, "now" | "newId" | "turn">,
): Promise<void> {
  const now = effects.now();
  const start = historyStart(app, now);
  const origin = systemOrigin(effects);
  await inSteps((transaction) => transaction.emptyBin(now.toISOString(), STEP));
  await inSteps(async (transaction) => (await transaction.pruneJournal(start, STEP)) < STEP);

  async function inSteps(isDone: (transaction: StoreTransaction) => Promise<boolean>): Promise<void> {
    while (!(await store.write(isDone, origin))) await effects.turn();
  }
}
