import type { Json } from "../model/record.ts";
import { isObject } from "../record/json.ts";

/**
 * What an account chose. `GET /api/preferences` answers all of it as one object, `PUT /api/preferences/{key}` stores one value,
 * and null deletes it. Which keys there are, and what each may be, `isPreference` says. A key as it may be:
 */
export const PREFERENCE_KEY = /^[A-Za-z0-9:-]{1,80}$/;

/** The most bytes of one value as JSON. */
export const MAX_PREFERENCE_BYTES = 8 * 1024;

export const MAX_PREFERENCES = 100;

/** Of one list: views that a person saved, and the length of their names. */
export const MAX_OWN_VIEWS = 20;
export const MAX_VIEW_NAME = 60;

export const MAX_RECENT_RECORDS = 8;

/** Of languages and colours: what the device is set to. */
export const AS_DEVICE = "system";

/** Colours that may be chosen; where nothing is, they are those of the device. */
export const THEMES = [AS_DEVICE, "light", "dark"] as const;

/** Whether a value may be stored under the key. @param languages that the config has */
export function isPreference(key: string, value: Json, languages: readonly string[]): boolean {
  if (LIST_KEY.test(key)) return isListChoice(value);
  const known = { sidebar: SIDEBAR, theme: THEMES, language: [AS_DEVICE, ...languages] };
  if (key === "recent") return isListOf(value, MAX_RECENT_RECORDS, isRecentRecord);
  const words: readonly Json[] = Object.hasOwn(known, key) ? known[key as keyof typeof known] : [];
  return words.includes(value);
}

const SIDEBAR = ["expanded", "collapsed"];

/** Of the list of an entity: the entity is not looked up, so that nobody learns which there are. */
const LIST_KEY = /^list:[a-z][A-Za-z0-9-]*$/;

function isListChoice(value: Json): boolean {
  return hasOnly(value, {
    views: (views) => isListOf(views, MAX_OWN_VIEWS, isOwnView),
    columns: (columns) => isObject(columns) && Object.values(columns).every(isListOfTexts),
    pageSize: isCount,
  });
}

function isOwnView(view: Json): boolean {
  const isNamed = (name: Json) => isText(name) && name.length <= MAX_VIEW_NAME;
  return hasOnly(view, { id: isCount, name: isNamed, query: isText }, ["name", "query"]);
}

function isRecentRecord(record: Json): boolean {
  return hasOnly(record, { entity: isText, id: isText }, ["entity", "id"]);
}

const isListOfTexts = (value: Json) => Array.isArray(value) && value.every(isText);
const isText = (value: Json) => typeof value === "string";
const isCount = (value: Json) => Number.isSafeInteger(value) && Number(value) >= 0;

function isListOf(value: Json, most: number, isOne: (one: Json) => boolean): boolean {
  return Array.isArray(value) && value.length <= most && value.every(isOne);
}

/** Whether it is an object with such keys and no others. */
function hasOnly(
  value: Json,
  keys: Readonly<Record<string, (one: Json) => boolean>>,
  required: readonly string[] = [],
): boolean {
  return (
    isObject(value) &&
    required.every((key) => Object.hasOwn(value, key)) &&
    Object.entries(value).every(([key, one]) => Object.hasOwn(keys, key) && keys[key]?.(one) === true)
  );
}
