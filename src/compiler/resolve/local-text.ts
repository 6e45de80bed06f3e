import type { Fault } from "../../model/problem.ts";
import type { LocalText } from "../../model/schema-parts.ts";
import { ownValue } from "../../record/json.ts";

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
