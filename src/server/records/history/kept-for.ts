import type { AppConfig } from "../../../model/app-config.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 365;
const DEFAULT_BIN_DAYS = 30;

/** ISO 8601: what was changed before it is no longer kept. */
export function historyStart({ history }: Pick<AppConfig, "history">, now: Date): string {
  return new Date(now.getTime() - (history?.days ?? DEFAULT_DAYS) * DAY_MS).toISOString();
}

/** ISO 8601: until then a record that is deleted now can be restored. */
export function binEnd({ history }: Pick<AppConfig, "history">, now: Date): string {
  return new Date(now.getTime() + (history?.binDays ?? DEFAULT_BIN_DAYS) * DAY_MS).toISOString();
}
