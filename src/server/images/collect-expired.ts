import type { Effects } from "../effects.ts";
import type { Store } from "../store/store.ts";

/** Deletes the images that no record came to name in time, and the sessions that have ended. For start and a timer. */
export async function collectExpired(store: Store, effects: Pick<Effects, "now">): Promise<void> {
  const now = effects.now().toISOString();
  await store.write(async (transaction) => {
    await transaction.collectImages(now);
    await transaction.endExpiredSessions(now);
  });
}
