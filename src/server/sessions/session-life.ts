const HOUR_MS = 3_600_000;
/** How often the end of a session that is used is written anew, at most. */
export const EXTEND_EVERY_MS = 60_000;

/**
 * A session ends `hours` after its last request. It is written anew at most once a minute, so it lives up to a minute
 * longer than that, never shorter.
 */
export function sessionEnd(now: Date, hours: number): string {
  return new Date(now.getTime() + hours * HOUR_MS + EXTEND_EVERY_MS).toISOString();
}

/** Whether a request now must move the end of a session. */
export function mustExtend(expiresAt: string, now: Date, hours: number): boolean {
  return Date.parse(expiresAt) - now.getTime() <= hours * HOUR_MS;
}
