import { placeholdersOf } from "../../record/messages.ts";
import { below } from "../../record/path.ts";
import { nameHints } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import type { Check } from "../written-config.ts";

/**
 * Translations are into languages of messages.json, and fill in the same. A text that the file does not have any more may keep
 * its translation: whoever changes a sentence need not know the other languages.
 */
export const checkTranslations: Check = ({ app, messages, entities }) => {
  const languages = messages && Object.keys(messages.value);
  for (const file of [...(app === undefined ? [] : [app]), ...entities.values()]) {
    for (const [language, texts] of Object.entries(file.value.translations ?? {})) {
      const at = below("/translations", language);
      if (languages?.includes(language) === false) {
        const message = `messages.json has no language "${language}".`;
        file.report(at, "UNKNOWN_LANGUAGE", { message, ...nameHints(language, languages) }, "key");
      }
      for (const [text, other] of Object.entries(texts)) checkText(text, other, below(at, text), file.report);
    }
  }
};

function checkText(text: string, other: string, at: string, report: Report): void {
  const filled = placeholdersOf(text);
  for (const name of placeholdersOf(other).filter((one) => !filled.includes(one))) {
    const hint =
      filled.length === 0
        ? `Take {${name}} out of the sentence.`
        : `This sentence can have ${filled.map((one) => `{${one}}`).join(", ")}.`;
    report(at, "BAD_VALUE", {
      message: `Nothing is filled in for {${name}} here.`,
      found: `{${name}}`,
      hint,
    });
  }
  if (other.trim() === "")
    report(at, "NO_LABEL", {
      message: "The text is empty.",
      hint: "Write what people read, or remove the key.",
    });
}
