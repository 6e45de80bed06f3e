import { MESSAGE_KEYS } from "../../model/message-keys.ts";
import { pluginSentences, type SpeakingPlugin } from "../../model/plugin-sentences.ts";
import { fillMessage, type MessageValues, messageAt } from "../../record/messages.ts";
import type { Asked } from "./asked.ts";

export interface Sentences {
  readonly manifest?: SpeakingPlugin | undefined;
  /** The field's own, by rule or key of the manifest. */
  readonly fieldMessages?: Readonly<Record<string, string>> | undefined;
  /** Those of the entity and of messages.json, by key or `<plugin>.<key>`. */
  readonly messages?: Readonly<Record<string, string>> | undefined;
}

/**
 * Says sentences by the form's own look-up. One of the machine's that was not given is said as its key and values:
 * `picker.clear {"label":"Field"}`.
 */
export function recordedSpeech(
  { manifest, fieldMessages, messages }: Sentences,
  { language, label }: { readonly language: string; readonly label: string },
  tell: (asked: Asked) => void,
): (key: string, values?: MessageValues) => string {
  const ofPlugin = manifest === undefined ? {} : pluginSentences(manifest, language);
  const speakers = { own: [fieldMessages], tables: [{ ...ofPlugin, ...messages }], plugin: manifest?.name };
  return (key, values = {}) => {
    const template = messageAt(key, speakers);
    if (template === undefined) {
      if (!Object.hasOwn(MESSAGE_KEYS, key)) tell({ what: "unknown sentence", key });
      return Object.keys(values).length === 0 ? key : `${key} ${JSON.stringify(values)}`;
    }
    const filled = { label, ...values };
    for (const [, name = ""] of template.matchAll(/\{([\w.]+)\}/g)) {
      if (!Object.hasOwn(filled, name)) tell({ what: "unfilled sentence", key, text: template });
    }
    return fillMessage(template, filled);
  };
}
