import type { AppConfig } from "../../../model/app-config.ts";
import type { Effects } from "../../effects.ts";
import type { Store, StoreTransaction } from "../../store/store.ts";
import { historyStart } from "./kept-for.ts";

/** In one transaction: a few milliseconds. */
const STEP = 200;

/** Empties the bin and the journal of what the config keeps no longer, in short steps between which others write. */
export async function forgetOld(
  store: Store,
  app: Pick<AppConfig, "history">,
  effects: Pick<Effects, "now" | "turn">,
): Promise<void> {
  const now = effects.now();
  const start = historyStart(app, now);
  await inSteps((transaction) => transaction.emptyBin(now.toISOString(), STEP));
  await inSteps((transaction) => transaction.pruneJournal(start, STEP));

  async function inSteps(step: (transaction: StoreTransaction) => Promise<number>): Promise<void> {
    while ((await store.write(step)) === STEP) await effects.turn();
  }
}
