import { isRule } from "../../model/keywords.ts";
import { MESSAGE_KEYS, type MessageKey } from "../../model/message-keys.ts";
import { below } from "../../record/path.ts";
import type { Check, Report } from "../written-config.ts";
import { nameHints } from "../report/nearest.ts";
import type { JsonFile } from "../source/json-file.ts";

/** What a sentence about a field's rule is filled in with. */
const OF_RULES: readonly string[] = ["limit", "value", "label"];

/** Every {placeholder} of a sentence is filled in with something. What plugins say is theirs. */
export const checkPlaceholders: Check = function* (config, report) {
  const { messages } = config;
  for (const [language, sentences] of Object.entries(messages?.value ?? {})) {
    if (messages !== undefined) checkAll(messages.file, below("", language), sentences, report);
  }
  for (const { file, value } of config.entities.values())
    checkAll(file, "/messages", value.messages ?? {}, report);
  for (const set of config.fieldSets) {
    yield;
    for (const { schema, path } of set.fields) {
      for (const [name, sentence] of Object.entries(schema.messages ?? {})) {
        if (!isRule(name)) continue;
        checkOne(set.file, below(path, "messages", name), sentence, OF_RULES, report);
      }
    }
  }
};

function checkAll(
  file: JsonFile,
  at: string,
  sentences: Readonly<Record<string, string>>,
  report: Report,
): void {
  const keys: Readonly<Record<string, MessageKey>> = MESSAGE_KEYS;
  for (const [key, sentence] of Object.entries(sentences)) {
    if (!Object.hasOwn(keys, key)) continue;
    const known = key.startsWith("rule.") ? OF_RULES : placeholders(keys[key]?.description ?? "");
    checkOne(file, below(at, key), sentence, known, report);
  }
}

function checkOne(
  file: JsonFile,
  path: string,
  sentence: string,
  known: readonly string[],
  report: Report,
): void {
  for (const name of placeholders(sentence).filter((one) => !known.includes(one))) {
    const { meant } = nameHints(name, known);
    const message = `Nothing is filled in for {${name}} here.`;
    const hint =
      known.length === 0
        ? `Take {${name}} out of the sentence.`
        : `This sentence can have ${known.map((one) => `{${one}}`).join(", ")}.`;
    report(file, path, "BAD_VALUE", { message, found: `{${name}}`, hint, ...(meant && { meant }) });
  }
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name = ""]) => name);
}
