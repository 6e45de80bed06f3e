import { MESSAGE_KEYS } from "../../model/message-keys.ts";
import type { PluginManifest } from "../../model/plugin-manifest.ts";
import { pluginMessages } from "../../model/plugin-messages.ts";
import type { FieldHost } from "../../plugin/host.ts";
import { messageAt } from "../../record/field-errors.ts";
import { fillMessage, placeholdersOf } from "../../record/messages.ts";

/** A message with a mistake in it. */
export type MissingMessage =
  /** Neither the manifest nor the product has it. */
  | { readonly what: "unknown sentence"; readonly key: string }
  /** A placeholder of it got no value. */
  | { readonly what: "unfilled sentence"; readonly key: string; readonly text: string };

export interface Speech {
  readonly manifest?: Pick<PluginManifest, "name" | "messages"> | undefined;
  /** Messages of the entity and of messages.json, by key or `<plugin>.<key>`. */
  readonly messages?: Readonly<Record<string, string>> | undefined;
  readonly language: string;
}

/** The field that a message is about. */
export interface SpokenField {
  readonly label: string;
  /** Its own messages, by rule or key of the manifest. */
  readonly messages?: Readonly<Record<string, string>> | undefined;
}

/** The messages of a plugin and of the config around it, in one language. */
export function messageTable({ manifest, messages, language }: Speech): Readonly<Record<string, string>> {
  // Of so many keys a spread takes twenty times as long.
  return Object.assign({}, manifest && pluginMessages(manifest, language), messages);
}

/** Looks messages up as the form does. One that nobody gave is shown as key and values: `picker.clear {"label":"Field"}`. */
export function recordedSpeech(
  speech: Speech,
  field: () => SpokenField,
  report: (missing: MissingMessage) => void,
): FieldHost["message"] {
  const tables = [messageTable(speech)];
  return (key, values = {}) => {
    const { label, messages } = field();
    const template = messageAt(key, { own: [messages], tables, plugin: speech.manifest?.name });
    if (template === undefined) {
      if (!Object.hasOwn(MESSAGE_KEYS, key)) report({ what: "unknown sentence", key });
      return Object.keys(values).length === 0 ? key : `${key} ${JSON.stringify(values)}`;
    }
    const filled = { label, ...values };
    for (const name of placeholdersOf(template)) {
      if (!Object.hasOwn(filled, name)) report({ what: "unfilled sentence", key, text: template });
    }
    return fillMessage(template, filled);
  };
}
