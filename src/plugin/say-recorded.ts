import { MESSAGE_KEYS } from "../model/message-keys.ts";
import { fillMessage } from "../wire/message.ts";
import type { Asked } from "./asked.ts";

/** A manifest, as far as it says something. */
export interface SpokenManifest {
  readonly messages?:
    | Readonly<Record<string, { readonly text: Readonly<Record<string, string>> }>>
    | undefined;
}

export interface Sentences {
  readonly manifest?: SpokenManifest | undefined;
  /** The field's own, by rule or key of the manifest. */
  readonly fieldMessages?: Readonly<Record<string, string>> | undefined;
  /** Those of the entity and of messages.json, by key. */
  readonly messages?: Readonly<Record<string, string>> | undefined;
}

type Values = Readonly<Record<string, string | number>>;

/**
 * A sentence as the form finds it: the field's, the given, the manifest's. One of the machine's that was not given is said as its
 * key and values: `picker.clear {"label":"Field"}`.
 */
export function sayRecorded(
  { manifest, fieldMessages, messages }: Sentences,
  { language, label }: { readonly language: string; readonly label: string },
  key: string,
  values: Values,
  tell: (asked: Asked) => void,
): string {
  const template =
    own(fieldMessages, key.replace(/^rule\./, "")) ??
    own(messages, key) ??
    own(own(manifest?.messages, key)?.text, language);
  if (template === undefined) {
    if (!Object.hasOwn(MESSAGE_KEYS, key)) tell({ what: "unknown sentence", key });
    return Object.keys(values).length === 0 ? key : `${key} ${JSON.stringify(values)}`;
  }
  const filled = { label, ...values };
  for (const [, name = ""] of template.matchAll(/\{([\w.]+)\}/g)) {
    if (own(filled, name) === undefined) tell({ what: "unfilled sentence", key, text: template });
  }
  return fillMessage(template, filled);
}

function own<V>(table: Readonly<Record<string, V>> | undefined, key: string): V | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
