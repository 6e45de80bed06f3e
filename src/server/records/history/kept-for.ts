import type { AppConfig } from "../../../model/app-config.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 365;
const DEFAULT_BIN_DAYS = 30;

const historyMs = (history: AppConfig["history"]) => (history?.days ?? DEFAULT_DAYS) * DAY_MS;
const binMs = (history: AppConfig["history"]) => (history?.binDays ?? DEFAULT_BIN_DAYS) * DAY_MS;

/** ISO 8601: what was changed before it is no longer kept. */
export function historyStart({ history }: Pick<AppConfig, "history">, now: Date): string {
  return new Date(now.getTime() - historyMs(history)).toISOString();
}

/** ISO 8601: what was deleted before it is no longer in the bin. */
export function binStart({ history }: Pick<AppConfig, "history">, now: Date): string {
  return new Date(now.getTime() - binMs(history)).toISOString();
}

/** ISO 8601: until then a record that is deleted now can be restored. */
export function binEnd({ history }: Pick<AppConfig, "history">, now: Date): string {
  return new Date(now.getTime() + binMs(history)).toISOString();
}

/** ISO 8601: until then a picture that a record lets go of now can be brought back by its history, but not longer than that is kept. */
export function pictureEnd({ history }: Pick<AppConfig, "history">, now: Date): string {
  return new Date(now.getTime() + Math.min(binMs(history), historyMs(history))).toISOString();
}

/**
 * The time in which something must have been done for a clock to be believed: a clock that jumps ahead would have the program delete
 * all that is kept. In the last tenth of the time that is kept for, people can see the wrong times, and set the clock right.
 */
export function provenTime(start: string, now: Date): { readonly from: string; readonly until: string } {
  const until = now.getTime() - (now.getTime() - Date.parse(start)) / 10;
  return { from: start, until: new Date(until).toISOString() };
}
