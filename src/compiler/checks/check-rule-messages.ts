import type { FieldSchema } from "../../model/field-schema.ts";
import { isRule, KEYWORDS, type Keyword, RULES, type Rule } from "../../model/keywords.ts";
import type { Fault } from "../../model/problem.ts";
import { valueType } from "../../model/value-type.ts";
import { below } from "../../record/path.ts";
import { widgetMessages } from "../resolve/plugin-use.ts";
import { fieldNamed, type WrittenField } from "../resolve/written-field.ts";
import type { Check, FieldSet } from "../written-config.ts";

/**
 * Every rule that a person can break while typing has a message of its field or entity; those of messages.json are for
 * the others. And no message is for a rule that is not there.
 */
export const checkRuleMessages: Check = function* ({ fieldSets, plugins, broken }) {
  for (const set of fieldSets) {
    yield;
    const rules = new Set<Rule>();
    for (const field of set.fields) {
      const placed = placedRules(field, set);
      for (const { rule } of placed) rules.add(rule);
      if (broken.has(rootOf(field).schema)) continue;
      checkMessageThere(field, placed, set);
      const { messages } = field.schema;
      const ofWidget = messages && widgetMessages(plugins, field);
      if (ofWidget === undefined) continue;
      const known = new Set<string>([
        ...placed.map(({ rule }) => rule),
        ...ofWidget,
        ...rulesBeside(field, set),
        ...rulesOfItems(field, set),
      ]);
      for (const name of Object.keys(messages ?? {})) {
        if (known.has(name) || !isRule(name)) continue;
        const fault = withoutRule(name, "The field does not have");
        set.report(below(field.path, "messages", name), "MESSAGE_WITHOUT_RULE", fault, "key");
      }
    }
    if (set.fields.some(({ schema }) => broken.has(schema))) continue;
    for (const key of Object.keys(set.messages)) {
      const name = key.replace(/^rule\./, "");
      if (name === key || !isRule(name) || rules.has(name)) continue;
      const fault = withoutRule(name, "No field here has");
      set.report(below("/messages", key), "MESSAGE_WITHOUT_RULE", fault, "key");
    }
  }
};

interface PlacedRule {
  readonly rule: Rule;
  readonly at: string;
  readonly part: "key" | "value";
  readonly canBeTyped: boolean;
}

function checkMessageThere(field: WrittenField, placed: readonly PlacedRule[], set: FieldSet): void {
  const reported = new Set<Rule>();
  for (const { rule, at, part, canBeTyped } of placed) {
    if (!canBeTyped || reported.has(rule)) continue;
    if (isSaidBy(field, rule) || Object.hasOwn(set.messages, `rule.${rule}`)) continue;
    reported.add(rule);
    const expected = `"${rule}": "…"`;
    const message = `Whoever fills in the form can break "${rule}" here, but no sentence says so.`;
    const hint =
      field.schema.messages === undefined
        ? `Add "messages": { ${expected} } to the field.`
        : `Add ${expected} to the "messages" of the field.`;
    set.report(at, "RULE_WITHOUT_MESSAGE", { message, expected, hint }, part);
  }
}

/** Whether the field says it, or the list whose item it is (`messageAt`). */
function isSaidBy({ name, schema, parent }: WrittenField, rule: Rule): boolean {
  if (Object.hasOwn(schema.messages ?? {}, rule)) return true;
  return name === "" && parent !== undefined && isSaidBy(parent, rule);
}

/** The rules of a list's items, which the list may say. */
function rulesOfItems(field: WrittenField, set: FieldSet): readonly Rule[] {
  const { items } = field.schema;
  if (items === undefined) return [];
  const inner = { name: "", schema: items, path: below(field.path, "items"), siblings: {}, parent: field };
  return [...placedRules(inner, set).map(({ rule }) => rule), ...rulesOfItems(inner, set)];
}

/** The rules of a field, each where it is declared. */
function placedRules(field: WrittenField, set: FieldSet): PlacedRule[] {
  const { schema, path, parent } = field;
  const rules: PlacedRule[] = [{ rule: "type", at: below(path, "type"), part: "key", canBeTyped: false }];
  for (const rule of RULES) {
    if (rule === "required" || rule === "type" || rule === "image" || rule === "tree") continue;
    if (schema[rule] === undefined || schema[rule] === false) continue;
    rules.push({ rule, at: below(path, rule), part: "key", canBeTyped: isTyped(rule, schema) });
  }
  if (schema.reference?.tree === true && schema.reference.entity === set.entity) {
    rules.push({ rule: "tree", at: below(path, "reference", "tree"), part: "key", canBeTyped: true });
  }
  if (schema.image === true || schema.items?.image === true) {
    rules.push({ rule: "image", at: path, part: "key", canBeTyped: false });
  }
  const [around, at] =
    parent === undefined ? [set.required, set.at] : [parent.schema.required ?? [], parent.path];
  const index = field.name === "" ? -1 : around.indexOf(field.name);
  const required = { rule: "required", canBeTyped: canBeEmptied(schema) } as const;
  if (index !== -1) rules.push({ ...required, at: below(at, "required", index), part: "value" });
  schema.conditions?.forEach(({ require }, place) => {
    if (require !== true) return;
    rules.push({ ...required, at: below(path, "conditions", place, "require"), part: "key" });
  });
  return rules;
}

/** The outermost field around a field; itself if none is around it. */
function rootOf(field: WrittenField): WrittenField {
  return field.parent === undefined ? field : rootOf(field.parent);
}

/** Whether a person who fills in the form can break the rule, whatever the widget. */
function isTyped(rule: Rule, schema: FieldSchema): boolean {
  const { types, typed }: Pick<Keyword, "types" | "typed"> = KEYWORDS[rule];
  const isOfType = types === "any" || types.includes(schema.type);
  return isOfType && (typed === "any" || typed.includes(valueType(schema)));
}

/** A yes/no with a default is never empty, and an object of fields is always there. */
function canBeEmptied({ type, default: first, properties, widget }: FieldSchema): boolean {
  if (type === "boolean") return typeof first !== "boolean";
  return type !== "object" || properties === undefined || widget !== undefined;
}

/**
 * Rules that a field has from elsewhere: the registration page's fields also have the rules of the account's. And it may be
 * required if a required name beside it is none of a field, or if the list of those names is wrong.
 */
function rulesBeside({ name, parent, siblings }: WrittenField, set: FieldSet): readonly string[] {
  const around = parent === undefined ? set.required : (parent.schema.required ?? []);
  const isUnknown = parent === undefined && isListWrong(set);
  const isMisnamed = around.some((one) => fieldNamed(siblings, one) === undefined);
  const misnamed = isUnknown || isMisnamed ? ["required"] : [];
  const stored = parent === undefined ? (set.storedAs?.(name) ?? {}) : {};
  return [...misnamed, ...RULES.filter((rule) => rule in stored)];
}

/** Whether the list `required` is reported itself, or where it stands among the fields. */
function isListWrong({ at, isReported }: FieldSet): boolean {
  return isReported(below(at, "required")) || isReported(below(at, "properties", "required"));
}

function withoutRule(rule: Rule, who: string): Fault {
  return {
    message: `${who} the rule "${rule}", so nothing ever says this.`,
    hint: `Remove the sentence, or add the rule "${rule}".`,
  };
}
