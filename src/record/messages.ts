import type { Field } from "../model/entity.ts";
import { isolated } from "./isolated.ts";
import { ownValue } from "./json.ts";
import { fieldsOn, type PlacedField, segmentsOf } from "./path.ts";
import type { FieldProblem } from "./validate.ts";

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

interface SpeakersAt {
  /** The `messages` of the field, then of the list whose item it is. */
  readonly own: readonly MessageTable[];
  /** Those of `messageTables`. */
  readonly tables: readonly MessageTable[];
  /** The name of the field's widget. */
  readonly plugin: string | undefined;
}

/**
 * The message of a key at a field, such as that of a broken rule (`rule.maxLength`). It is looked up in the field's
 * `messages` (as `maxLength`), in those of the list whose item the field is, then in the tables in their order, in each of
 * them by the key itself and then by the plugin's (`<plugin>.maxLength`).
 */
export function messageAt(key: string, { own, tables, plugin }: SpeakersAt): string | undefined {
  const keyword = key.replace(/^rule\./, "");
  return (
    findMessage(own, keyword) ??
    findMessage(tables, key, ...(plugin === undefined ? [] : [`${plugin}.${keyword}`]))
  );
}

/** The `messages` of a field, then of the list whose item it is. */
export function ownMessages(placed: PlacedField | undefined): readonly MessageTable[] {
  return placed === undefined ? [] : [placed.field.schema.messages, ...ownMessages(placed.list)];
}

/** The label of a field; of items without a title, that of their list. */
export function labelAt({ field, list }: PlacedField): string {
  return field.label === "" && list !== undefined ? labelAt(list) : field.label;
}

/** The problems with their messages. */
export function fieldErrors(
  problems: readonly FieldProblem[],
  fields: readonly Field[],
  tables: readonly MessageTable[],
): FieldError[] {
  return problems.map((problem) => {
    const { path, params } = problem;
    return fieldError(problem, fieldsOn(fields, segmentsOf(params.declaredAt ?? path)).at(-1), tables);
  });
}

/** @param placed the field whose rule is broken, or the innermost field around the place */
export function fieldError(
  { path, keyword, params: { limit, value } }: FieldProblem,
  placed: PlacedField | undefined,
  tables: readonly MessageTable[],
): FieldError {
  const speakers = { own: ownMessages(placed), tables, plugin: placed?.field.widget?.name };
  const found = messageAt(`rule.${keyword}`, speakers) ?? findMessage(tables, "server.invalid") ?? keyword;
  const label = placed && labelAt(placed);
  const values = { limit, value: typeof value === "object" ? undefined : value, label };
  return { path, keyword, message: fillMessage(found, values) };
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

/** One broken rule of one field. */
export interface FieldError {
  /** JSON pointer into the record: `/price`, `/slots/2/item`. */
  readonly path: string;
  /** The rule: a JSON Schema keyword or one of our own (`model/keywords.ts`), or a plugin's message key. */
  readonly keyword: string;
  readonly message: string;
}
