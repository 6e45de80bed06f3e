/**
 * What an account chose: any JSON by key, of which only the browser knows the meaning. `GET /api/preferences` answers all of it
 * as one object, `PUT /api/preferences/{key}` stores one value, and null deletes it. A key as it may be:
 */
export const PREFERENCE_KEY = /^[A-Za-z0-9:-]{1,80}$/;

/** The most bytes of one value as JSON. */
export const MAX_PREFERENCE_BYTES = 8 * 1024;

export const MAX_PREFERENCES = 100;
