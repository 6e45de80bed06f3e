import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { MessageName } from "../../model/message-keys.ts";
import type { Rule } from "../../model/rules.ts";
import type { FieldError } from "../../wire/error.ts";
import { fillMessage } from "../../wire/message.ts";
import { ApiError } from "../api-error.ts";
import { type MessageValues, sentence } from "../sentence.ts";
import type { PlacedField } from "./field-walk.ts";

/** The field's (or its list's) own sentence for a keyword, before anyone else's. */
export function ownSentence({ field, list }: PlacedField, keyword: string): string | undefined {
  for (const messages of [field.schema.messages, list?.schema.messages]) {
    if (messages !== undefined && Object.hasOwn(messages, keyword)) return messages[keyword];
  }
  return undefined;
}

/** A rule of the machine's own that a stored or named value breaks: reference, tree, image, unique. */
export function ruleError(
  config: Config,
  entity: Entity,
  placed: PlacedField,
  rule: Extract<Rule, "reference" | "tree" | "image" | "unique" | "maxItems" | "maxLength" | "format">,
  pointer: string,
  values: MessageValues = {},
): FieldError {
  const all = { label: labelOf(placed), ...values };
  const own = ownSentence(placed, rule);
  const key: MessageName = `rule.${rule}`;
  return {
    path: pointer,
    keyword: rule,
    message: own === undefined ? sentence(config, entity, key, all) : fillMessage(own, all),
  };
}

/** What a field is called in a sentence; an item of a list by its list. */
export function labelOf({ field, list }: PlacedField): string {
  return field.label === "" ? (list?.label ?? "") : field.label;
}

/** An answer names no more errors than a person could read. */
const MOST = 100;

/** Throws VALIDATION_ERROR where there are errors; its sentence is the first one's: some clients show no other. */
export function refuseErrors(errors: readonly FieldError[]): void {
  const first = errors[0];
  if (first === undefined) return;
  throw new ApiError("VALIDATION_ERROR", { message: first.message, errors: errors.slice(0, MOST) });
}
