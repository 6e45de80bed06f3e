import type { Effects } from "../effects.ts";
import type { Store } from "../store/store.ts";

/** Deletes expired images and ended sessions. */
export async function collectExpired(store: Store, effects: Pick<Effects, "now">): Promise<void> {
  const now = effects.now().toISOString();
  await store.write(async (transaction) => {
    await transaction.collectImages(now);
    await transaction.endExpiredSessions(now);
  });
}
