import type { Messages } from "../../model/config.ts";
import type { Fault } from "../../model/problem.ts";
import type { LocalText } from "../../model/schema-parts.ts";
import { ownValue } from "../../record/json.ts";
import { below } from "../../record/path.ts";

/** A text in one language; "" where it has none in that: a problem of the config. */
export function localTextIn(text: LocalText, language: string): string {
  return typeof text === "string" ? text : (ownValue(text, language) ?? "");
}

/** What is wrong about a text on a screen in this language (NO_LABEL). */
export function localTextFault(text: LocalText, language: string): Fault | undefined {
  if (localTextIn(text, language).trim() !== "") return undefined;
  return typeof text === "string"
    ? { message: "The text is empty.", hint: "Write what people read, or remove the key." }
    : {
        message: `The text is not given in the language of its screen, "${language}".`,
        hint: `Add "${language}": "…".`,
      };
}

/** Whether messages.json has a language. One that it lacks is reported where it is chosen, and not at every text. */
export function isKnownLanguage(
  { messages }: { readonly messages: { readonly value: Messages } | undefined },
  language: string,
): boolean {
  return messages === undefined || Object.hasOwn(messages.value, language);
}

/** The text in each of its languages, and where that stands below its key. */
export function textsOf(text: LocalText): readonly { readonly text: string; readonly at: string }[] {
  if (typeof text === "string") return [{ text, at: "" }];
  return Object.entries(text).map(([language, one]) => ({ text: one, at: below("", language) }));
}
