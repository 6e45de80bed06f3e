import { definePlugin, type WidgetProps, type WidgetRules } from "admin";
import { ChoiceButtons } from "./choice-buttons.tsx";
import { ChoiceList } from "./choice-list.tsx";
import "./choice.css";

type Value = string | number;

interface Options {
  readonly offer?: readonly Value[];
  readonly look: "auto" | "buttons" | "list";
}

export interface Choice {
  readonly value: Value;
  readonly label: string;
}

export type ChoiceProps = Omit<WidgetProps<Value>, "options"> & { readonly choices: readonly Choice[] };

/** More than these are not seen at a glance. */
const AT_A_GLANCE = 4;

function ChoiceInput({ options, ...props }: WidgetProps<Value, Options>) {
  const choices = choicesOf(props.rules, options.offer, props.value);
  // Buttons cannot be taken back, so they are for what must be chosen.
  const few = props.required && choices.length <= AT_A_GLANCE;
  const asButtons = options.look === "buttons" || (options.look === "auto" && few);
  return asButtons ? (
    <ChoiceButtons {...props} choices={choices} />
  ) : (
    <ChoiceList {...props} choices={choices} />
  );
}

/** What is offered, and the value that stands there, offered or not. */
function choicesOf(
  rules: WidgetRules,
  offer: readonly Value[] | undefined,
  value: Value | null | undefined,
): readonly Choice[] {
  const offered = offer ?? rules.enum ?? [];
  const isForeign = value !== null && value !== undefined && !offered.includes(value);
  const labels = new Map(Object.entries(rules.labels ?? {}));
  return (isForeign ? [...offered, value] : offered).map((each) => ({
    value: each,
    label: labels.get(String(each)) ?? String(each),
  }));
}

export default definePlugin({ widget: ChoiceInput });
