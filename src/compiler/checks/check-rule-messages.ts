import type { FieldSchema } from "../../model/field-schema.ts";
import { isRule, KEYWORDS, type Keyword, RULES, type Rule } from "../../model/keywords.ts";
import { valueType } from "../../model/value-type.ts";
import { below } from "../../record/path.ts";
import type { Check, FieldSet, Report } from "../written-config.ts";
import { widgetMessages } from "../resolve/plugin-use.ts";
import { fieldNamed, type WrittenField } from "../resolve/written-field.ts";

/**
 * Every rule that typing can break has a sentence of the field's own, or of its entity's; messages.json's is for what
 * nobody types. And no sentence is for a rule that is not there.
 */
export const checkRuleMessages: Check = function* (config, report) {
  for (const set of config.fieldSets) {
    yield;
    const rules = new Set<Rule>();
    for (const field of set.fields) {
      const placed = placedRules(field, set);
      for (const { rule } of placed) rules.add(rule);
      if (config.broken.has(rootOf(field).schema)) continue;
      checkMessageThere(field, placed, set, report);
      const ofWidget = widgetMessages(config.plugins, field);
      if (ofWidget === undefined) continue;
      const known = new Set<string>([
        ...placed.map(({ rule }) => rule),
        ...ofWidget,
        ...rulesBeside(field, set),
        ...rulesOfItems(field, set),
      ]);
      for (const name of Object.keys(field.schema.messages ?? {})) {
        if (known.has(name) || !isRule(name)) continue;
        report(
          set.file,
          below(field.path, "messages", name),
          "MESSAGE_WITHOUT_RULE",
          withoutRule(name),
          "key",
        );
      }
    }
    if (set.fields.some(({ schema }) => config.broken.has(schema))) continue;
    for (const key of Object.keys(set.messages)) {
      const name = key.replace(/^rule\./, "");
      if (name === key || !isRule(name) || rules.has(name)) continue;
      report(
        set.file,
        below("/messages", key),
        "MESSAGE_WITHOUT_RULE",
        withoutRule(name, "No field here has"),
        "key",
      );
    }
  }
};

interface PlacedRule {
  readonly rule: Rule;
  /** Where it is declared. */
  readonly at: string;
  readonly part: "key" | "value";
  readonly canBeTyped: boolean;
}

function checkMessageThere(
  field: WrittenField,
  placed: readonly PlacedRule[],
  set: FieldSet,
  report: Report,
): void {
  const { messages } = field.schema;
  const reported = new Set<Rule>();
  for (const { rule, at, part, canBeTyped } of placed) {
    if (!canBeTyped || reported.has(rule)) continue;
    if (isSaidBy(field, rule) || Object.hasOwn(set.messages, `rule.${rule}`)) continue;
    reported.add(rule);
    const sentence = `"${rule}": "…"`;
    report(
      set.file,
      at,
      "RULE_WITHOUT_MESSAGE",
      {
        message: `Whoever fills in the form can break "${rule}" here, but no sentence says so.`,
        expected: sentence,
        hint:
          messages === undefined
            ? `Add "messages": { ${sentence} } to the field.`
            : `Add ${sentence} to the "messages" of the field.`,
      },
      part,
    );
  }
}

/** By the field itself, or by the list whose item it is (`messageAt`). */
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
  const canBeTyped = canBeEmptied(schema);
  if (index !== -1) {
    rules.push({ rule: "required", at: below(at, "required", index), part: "value", canBeTyped });
  }
  schema.conditions?.forEach(({ require }, place) => {
    if (require !== true) return;
    rules.push({
      rule: "required",
      at: below(path, "conditions", place, "require"),
      part: "key",
      canBeTyped,
    });
  });
  return rules;
}

/** The field of a set that a field stands in, itself at the outside. */
function rootOf(field: WrittenField): WrittenField {
  return field.parent === undefined ? field : rootOf(field.parent);
}

/** Whether a person who fills in the form can break the rule, whatever the widget. */
function isTyped(rule: Rule, schema: FieldSchema): boolean {
  const { types, typed }: Pick<Keyword, "types" | "typed"> = KEYWORDS[rule];
  const isOfType = types === "any" || types.includes(schema.type);
  return isOfType && (typed === "any" || typed.includes(valueType(schema)));
}

/** A yes/no that begins with one of the two stays one of the two, and an object of fields is always there. */
function canBeEmptied({ type, default: first, properties, widget }: FieldSchema): boolean {
  if (type === "boolean") return typeof first !== "boolean";
  return type !== "object" || properties === undefined || widget !== undefined;
}

/**
 * Rules that a field has from elsewhere: an account is registered by the rules of its entity too. And where a name that
 * is required is none of a field, it may be this one's.
 */
function rulesBeside({ name, parent, siblings }: WrittenField, set: FieldSet): readonly string[] {
  const around = parent === undefined ? set.required : (parent.schema.required ?? []);
  const astray = around.some((one) => fieldNamed(siblings, one) === undefined) ? ["required"] : [];
  const twin = parent === undefined ? set.storedAs?.(name) : undefined;
  return twin === undefined ? astray : [...astray, ...RULES.filter((rule) => rule in twin)];
}

function withoutRule(rule: Rule, who = "The field does not have") {
  return {
    message: `${who} the rule "${rule}", so nothing ever says this.`,
    hint: `Remove the sentence, or add the rule "${rule}".`,
  };
}
