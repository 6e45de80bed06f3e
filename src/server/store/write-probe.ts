import type { StoreTransaction } from "./store.ts";

const PROBE_SETTING = "probe";

/** Shows whether the store can be written. Writes another value each time: the same one would not reach the disk. */
export async function writeProbe(transaction: StoreTransaction): Promise<void> {
  const last = await transaction.setting(PROBE_SETTING);
  await transaction.setSetting(PROBE_SETTING, last === "0" ? "1" : "0");
}
