import { isolated } from "./isolated.ts";
import { ownValue } from "./json.ts";

/** Messages by key, their placeholders not filled. */
export type MessageTable = Readonly<Record<string, string>> | undefined;

/** Values of the `{placeholders}` of a message. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** An entity's language and its own messages. */
export interface Speaker {
  readonly language: string;
  readonly messages?: MessageTable;
}

/**
 * The tables of a config in the order of the look-up: the speaker's own, then those of `texts` (messages.json and the
 * manifests, by language) in the speaker's language and in the app's.
 */
export function messageTables(
  texts: Readonly<Record<string, MessageTable>>,
  appLanguage: string,
  speaker: Speaker = { language: appLanguage },
): readonly MessageTable[] {
  return [speaker.messages, ownValue(texts, speaker.language), ownValue(texts, appLanguage)];
}

/** The message of the first table that has one of the keys, under the first key that it has. */
export function findMessage(tables: readonly MessageTable[], ...keys: readonly string[]): string | undefined {
  for (const table of tables) {
    const key = table && keys.find((one) => Object.hasOwn(table, one));
    if (key !== undefined) return table?.[key];
  }
  return undefined;
}

const PLACEHOLDER = /\{([\w.]+)\}/g;

/** The names of a template's `{name}` placeholders. */
export function placeholdersOf(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
}

/** Fills `{name}` placeholders with `isolated` values. A placeholder without a value stays, so that the mistake shows. */
export function fillMessage(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(PLACEHOLDER, (whole, name: string) => {
    const value = ownValue(values, name);
    return value === undefined || value === null ? whole : isolated(String(value));
  });
}
