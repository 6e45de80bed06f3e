import type { ServerParts } from "../runtime/request.ts";

/** Deletes the images that no record came to name in time, and the sessions that have ended. For start and a timer. */
export async function collectExpired({
  store,
  effects,
}: Pick<ServerParts, "store" | "effects">): Promise<void> {
  const now = effects.now().toISOString();
  await store.write(async (transaction) => {
    await transaction.collectImages(now);
    await transaction.endExpiredSessions(now);
  });
}
