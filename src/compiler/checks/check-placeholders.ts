import { isRule, type Rule } from "../../model/keywords.ts";
import { MESSAGE_KEYS, type MessageKey } from "../../model/message-keys.ts";
import { below } from "../../record/path.ts";
import { nameHints } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import type { Check } from "../written-config.ts";

type Texts = Readonly<Record<string, string>>;

/** Rules whose messages can say what they allow. */
const LIMITED: readonly Rule[] = [
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "multipleOf",
  "minItems",
  "maxItems",
];

/** The placeholders of a message about a field's rule. */
const ofRule = (rule: string): readonly string[] =>
  LIMITED.some((one) => one === rule) ? ["limit", "value", "label"] : ["value", "label"];

/** Every {placeholder} of a message is filled in with something. Messages of plugins are checked with their manifests. */
export const checkPlaceholders: Check = function* ({ messages, entities, fieldSets }) {
  for (const [language, texts] of Object.entries(messages?.value ?? {})) {
    if (messages !== undefined) checkAll(texts, below("", language), messages.report);
  }
  for (const { report, value } of entities.values()) checkAll(value.messages ?? {}, "/messages", report);
  for (const { fields, report } of fieldSets) {
    yield;
    for (const { schema, path } of fields) {
      for (const [name, text] of Object.entries(schema.messages ?? {})) {
        if (isRule(name)) checkOne(text, ofRule(name), below(path, "messages", name), report);
      }
    }
  }
};

function checkAll(texts: Texts, at: string, report: Report): void {
  const keys: Readonly<Record<string, MessageKey>> = MESSAGE_KEYS;
  for (const [key, text] of Object.entries(texts)) {
    if (!Object.hasOwn(keys, key)) continue;
    const known = key.startsWith("rule.")
      ? ofRule(key.slice("rule.".length))
      : placeholders(keys[key]?.description ?? "");
    checkOne(text, known, below(at, key), report);
  }
}

function checkOne(text: string, known: readonly string[], path: string, report: Report): void {
  for (const name of placeholders(text).filter((one) => !known.includes(one))) {
    const { meant } = nameHints(name, known);
    const message = `Nothing is filled in for {${name}} here.`;
    const hint =
      known.length === 0
        ? `Take {${name}} out of the sentence.`
        : `This sentence can have ${known.map((one) => `{${one}}`).join(", ")}.`;
    report(path, "BAD_VALUE", { message, found: `{${name}}`, hint, ...(meant && { meant }) });
  }
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name = ""]) => name);
}
