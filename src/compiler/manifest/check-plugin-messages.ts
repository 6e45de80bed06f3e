import { isRule } from "../../model/keywords.ts";
import { MESSAGE_KEYS } from "../../model/message-keys.ts";
import type { PluginManifest } from "../../model/plugin-manifest.ts";
import { placeholdersOf } from "../../record/messages.ts";
import { below } from "../../record/path.ts";
import { nameHints, quoted } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import type { ManifestCheck } from "../written-config.ts";

/** Filled in for every message at a field (`Host.message`). */
const ALWAYS = "label";

/** A plugin's messages have names of their own, and the same languages and placeholders each. */
export const checkPluginMessages: ManifestCheck = ({ value: manifest, report, isReported }) => {
  const spoken = spokenLanguages(manifest);
  for (const [key, { description, text }] of Object.entries(manifest.messages ?? {})) {
    const at = below("/messages", key);
    if (isReported(at)) continue;
    checkKey(key, manifest.name, at, report);
    const known = [...new Set([...placeholders(description), ALWAYS])];
    const [first, ...others] = Object.entries(text);
    if (first === undefined) {
      const message = `The message "${key}" is said in no language.`;
      report(below(at, "text"), "NO_LABEL", { message, hint: 'Add "en": "…".' });
      continue;
    }
    for (const [language, said] of [first, ...others]) {
      const place = below(at, "text", language);
      if (!isLanguage(language)) {
        const message = `"${language}" is no language.`;
        const hint = "Write its tag as browsers know it, such as en or zh-TW.";
        report(place, "BAD_VALUE", { message, found: `"${language}"`, hint }, "key");
      }
      for (const name of placeholders(said).filter((one) => !known.includes(one))) {
        report(place, "BAD_VALUE", {
          message: `The description does not say that the sentence takes {${name}}.`,
          ...nameHints(name, known),
          found: `{${name}}`,
          hint: `Write one of ${known.map((one) => `{${one}}`).join(", ")}, or name {${name}} in the description.`,
        });
      }
    }
    const unsaid = spoken.filter((one) => !Object.hasOwn(text, one));
    // A wrong tag may be meant as the one that is missing.
    if (unsaid.length > 0 && Object.keys(text).every(isLanguage)) {
      const message = `The message "${key}" is not said in ${quoted(unsaid)}, as others of the plugin are.`;
      const hint = `Add ${unsaid.map((one) => `"${one}": "…"`).join(", ")}.`;
      report(below(at, "text"), "PLUGIN_LANGUAGE", { message, hint });
    }
    const [language, said] = first;
    const inFirst = placeholders(said);
    for (const [other, text] of others) {
      const inOther = placeholders(text);
      const missing = inFirst.filter((name) => !inOther.includes(name));
      const more = inOther.filter((name) => !inFirst.includes(name) && known.includes(name));
      for (const [name, has, lacks] of [
        ...missing.map((name) => [name, language, other] as const),
        ...more.map((name) => [name, other, language] as const),
      ]) {
        const message = `The sentence in "${has}" takes {${name}}, the one in "${lacks}" does not.`;
        const hint = "Say the same in every language.";
        report(below(at, "text", lacks), "BAD_VALUE", { message, hint });
      }
    }
  }
};

function checkKey(key: string, plugin: string, at: string, report: Report): void {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(key)) {
    const message = `"${key}" cannot be a message's name.`;
    const hint = "Choose a name of letters and digits, a letter first.";
    report(at, "BAD_PLUGIN", { message, hint }, "key");
  }
  if (Object.hasOwn(MESSAGE_KEYS, `${plugin}.${key}`)) {
    const message = `"${plugin}.${key}" is a message of the product; the plugin's would be taken for it.`;
    const hint = "Choose another name for the message, or for the plugin.";
    report(at, "BAD_PLUGIN", { message, hint }, "key");
  }
  if (!isRule(key)) return;
  const message = `The message "${key}" has the name of a rule; a field's sentence for one would be taken for the other.`;
  report(at, "BAD_PLUGIN", { message, hint: "Choose another name for the message." }, "key");
}

/** The languages of the plugin, those with only some of its messages included. */
export function spokenLanguages({ messages = {} }: Pick<PluginManifest, "messages">): readonly string[] {
  const tags = new Set(Object.values(messages).flatMap(({ text }) => Object.keys(text)));
  return [...tags].filter(isLanguage);
}

/** Whether it is a tag of a language, as browsers know it. */
export function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function placeholders(text: string): string[] {
  return [...new Set(placeholdersOf(text))];
}
