import { findMessage } from "../../messages/say.ts";

type Table = Readonly<Record<string, string>> | undefined;

/** Where the sentences of one field stand. */
export interface SentenceTables {
  /** The plugin that draws the field. */
  readonly plugin: string;
  readonly ofField: Table;
  readonly ofEntity: Table;
  /** Those of messages.json and of the manifests (`<plugin>.<key>`), by language. */
  readonly texts: Readonly<Record<string, Table>>;
  readonly language: string;
  /** The language of the product, spoken where the other says nothing. */
  readonly fallback: string;
}

/** The field's own words, then the entity's, messages.json's and the manifest's; undefined where nobody says the key. */
export function findSentence(tables: SentenceTables, key: string): string | undefined {
  const { ofField, ofEntity, language, fallback } = tables;
  const ofPlugin = `${tables.plugin}.${key}`;
  const texts = (one: string) => (Object.hasOwn(tables.texts, one) ? tables.texts[one] : undefined);
  return (
    findMessage(key.replace(/^rule\./, ""), [ofField]) ??
    findMessage(key, [ofEntity]) ??
    findMessage(ofPlugin, [ofEntity]) ??
    findMessage(key, [texts(language)]) ??
    findMessage(ofPlugin, [texts(language), texts(fallback)]) ??
    findMessage(key, [texts(fallback)])
  );
}
