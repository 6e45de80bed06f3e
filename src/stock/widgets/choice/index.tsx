import { definePlugin, type WidgetProps, type WidgetRules } from "admin";
import { useState } from "react";
import { shownText } from "../../shown-text.ts";
import { ChoiceButtons } from "./choice-buttons.tsx";
import { type Choice, ChoiceList } from "./choice-list.tsx";
import type { Options, Value } from "./manifest.ts";
import "./choice.css";

/** For the look "auto". */
const MAX_BUTTONS = 4;

function ChoiceInput({ options, ...props }: WidgetProps<Value, Options>) {
  const [first] = useState(props.value);
  const choices = choicesOf(props.rules, options.offer, [first, props.value]);
  // Buttons cannot be emptied, so they are for required fields.
  const few = props.required && choices.length <= MAX_BUTTONS;
  const asButtons = options.look === "buttons" || (options.look === "auto" && few);
  return asButtons ? (
    <ChoiceButtons {...props} choices={choices} />
  ) : (
    <ChoiceList {...props} choices={choices} />
  );
}

/** The offered values, and the first and present value of the field, offered or not. */
function choicesOf(
  rules: WidgetRules,
  offer: readonly Value[] = rules.enum ?? [],
  own: readonly (Value | null | undefined)[],
): readonly Choice[] {
  const labels = new Map(Object.entries(rules.labels ?? {}));
  const values = new Set([...offer, ...own.filter((value) => value !== null && value !== undefined)]);
  return [...values].map((value) => ({ value, label: labels.get(String(value)) ?? shownText(value) }));
}

export default definePlugin({ widget: ChoiceInput });
