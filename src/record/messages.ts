import type { Field } from "../model/entity.ts";
import { fieldsOn, type PlacedField, segmentsOf } from "./path.ts";
import type { FieldProblem } from "./validate.ts";

/** Messages by key, placeholders not filled. */
export type MessageTable = Readonly<Record<string, string>> | undefined;

/** Fills the `{placeholders}` of a message. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Who says something in a language of its own: an entity. */
export interface Speaker {
  readonly language: string;
  readonly messages?: MessageTable;
}

/**
 * The tables of a config in the order in which they are asked: the speaker's own, then its language's in messages.json
 * and the manifests (`texts`), then the app's language's.
 */
export function messageTables(
  texts: Readonly<Record<string, MessageTable>>,
  appLanguage: string,
  speaker: Speaker = { language: appLanguage },
): readonly MessageTable[] {
  const inLanguage = (language: string) => (Object.hasOwn(texts, language) ? texts[language] : undefined);
  return [speaker.messages, inLanguage(speaker.language), inLanguage(appLanguage)];
}

/** What the first table says that has one of the keys, by the first of them that it has; undefined where none does. */
export function findMessage(tables: readonly MessageTable[], ...keys: readonly string[]): string | undefined {
  for (const table of tables) {
    const key = table && keys.find((one) => Object.hasOwn(table, one));
    if (key !== undefined) return table?.[key];
  }
  return undefined;
}

/** Who may say something at a field. */
interface SpeakersAt {
  /** The field, then the list whose item it is. */
  readonly own: readonly MessageTable[];
  readonly tables: readonly MessageTable[];
  /** What draws the field, or judges it on the server. */
  readonly plugin: string | undefined;
}

/**
 * The message of a key at a field, a broken rule's (`rule.maxLength`) and any other: the `messages` of the field say it
 * first, then those of the list whose item it is, then the tables in their order (the entity's, its language's,
 * the app's language's), each under the key itself before the plugin's (`<plugin>.maxLength`).
 */
export function messageAt(key: string, { own, tables, plugin }: SpeakersAt): string | undefined {
  const keyword = key.replace(/^rule\./, "");
  return (
    findMessage(own, keyword) ??
    findMessage(tables, key, ...(plugin === undefined ? [] : [`${plugin}.${keyword}`]))
  );
}

/** What a field says itself, then the list whose item it is. */
export function ownMessages(placed: PlacedField | undefined): readonly MessageTable[] {
  return placed === undefined ? [] : [placed.field.schema.messages, ...ownMessages(placed.list)];
}

/** What a field is called in a message; items without a title by their list. */
export function labelAt({ field, list }: PlacedField): string {
  return field.label === "" && list !== undefined ? labelAt(list) : field.label;
}

/** Problems in words, as they travel and as the form shows them. */
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

/** @param placed the field whose rule is broken, or the innermost around; undefined where there is none */
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

/** Fills `{name}` placeholders. One that has no value stays as written, so that a mistake shows. */
export function fillMessage(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{([\w.]+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined || value === null ? whole : String(value);
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
