import { definePlugin, type WidgetProps, type WidgetRules } from "admin";
import { useState } from "react";
import { shownText } from "../../shown-text.ts";
import { ChoiceButtons } from "./choice-buttons.tsx";
import { type Choice, ChoiceList } from "./choice-list.tsx";
import type { Options, Value } from "./manifest.ts";
import "./choice.css";

/** More than these are not seen at a glance. */
const AT_A_GLANCE = 4;

function ChoiceInput({ options, ...props }: WidgetProps<Value, Options>) {
  const [first] = useState(props.value);
  const choices = choicesOf(props.rules, options.offer, [first, props.value]);
  // Buttons cannot be taken back, so they are for what must be chosen.
  const few = props.required && choices.length <= AT_A_GLANCE;
  const asButtons = options.look === "buttons" || (options.look === "auto" && few);
  return asButtons ? (
    <ChoiceButtons {...props} choices={choices} />
  ) : (
    <ChoiceList {...props} choices={choices} />
  );
}

/** What is offered, and the value that stood or stands there, offered or not. */
function choicesOf(
  rules: WidgetRules,
  offer: readonly Value[] = rules.enum ?? [],
  held: readonly (Value | null | undefined)[],
): readonly Choice[] {
  const labels = new Map(Object.entries(rules.labels ?? {}));
  const values = new Set([...offer, ...held.filter((value) => value !== null && value !== undefined)]);
  return [...values].map((value) => ({ value, label: labels.get(String(value)) ?? shownText(value) }));
}

export default definePlugin({ widget: ChoiceInput });
