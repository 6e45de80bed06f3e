import type { Json } from "../model/record.ts";

/** What an account chose, by key. Only the browser knows what the values mean. */
export type Preferences = Readonly<Record<string, Json>>;

/** A key as it may be. */
export const PREFERENCE_KEY = /^[A-Za-z0-9:-]{1,80}$/;

/** The most bytes of one value as JSON. */
export const MAX_PREFERENCE_BYTES = 8 * 1024;

export const MAX_PREFERENCES = 100;
