import type { LocalText } from "../../model/schema-parts.ts";
import { ownValue } from "../../record/json.ts";

/** A text in one language; "" where it has none in that: a problem of the config. */
export function localTextIn(text: LocalText, language: string): string {
  return typeof text === "string" ? text : (ownValue(text, language) ?? "");
}
