import { MESSAGE_KEYS } from "../../model/message-keys.ts";
import { isObject } from "../../record/json.ts";
import { appendProperties, type Edit, jsonText, type Texts } from "./edit-json.ts";

const FILE = "messages.json";

/**
 * Adds the sentences that this version says and the config has not: in each language those that the program brings, in a language
 * that it does not know those of its first. No edits where all are there. Throws `CannotMigrate` where a text is not JSON.
 * @param brought the text of the messages.json that the program brings
 */
export function addMissingMessages(texts: Texts, brought: string): readonly Edit[] {
  const sources = languagesIn(new Map([[FILE, brought]]));
  const [first] = sources.keys();
  let text = jsonText(texts, FILE);
  const edits: Edit[] = [];
  for (const [language, there] of languagesIn(texts)) {
    const source = sources.has(language) ? language : first;
    const sentences = Object.entries(sources.get(source ?? "") ?? {}).filter(
      ([key]) => Object.hasOwn(MESSAGE_KEYS, key) && !Object.hasOwn(there, key),
    );
    if (sentences.length === 0) continue;
    text = appendProperties(text, [language], sentences);
    const count = sentences.length === 1 ? "one sentence" : `${sentences.length} sentences`;
    const translate = source === language ? "" : `, in "${source}": translate them`;
    edits.push({
      file: FILE,
      words: `"${language}" gets ${count} that this version says${translate}.`,
      text,
    });
  }
  return edits;
}

function languagesIn(texts: Texts): ReadonlyMap<string, object> {
  const languages: unknown = JSON.parse(jsonText(texts, FILE).replace(/^\uFEFF/, ""));
  const entries = isObject(languages) ? Object.entries(languages) : [];
  return new Map(
    entries.flatMap(([language, sentences]) => (isObject(sentences) ? [[language, sentences]] : [])),
  );
}
