import type { Field } from "../model/entity.ts";
import { segmentsOf } from "./path.ts";

import type { FieldProblem } from "./validate.ts";

/** The sentence for a broken rule of a field, placeholders not yet filled. */
export type RuleSentence = (field: Field | undefined, keyword: string) => string;

/**
 * Sentences in the order of who says it best: the field's own `messages`, the entity's (`rule.x`), messages.json's
 * (`rule.x`); for a plugin's own rule `<plugin>.<x>` in the entity's and in messages.json.
 */
export function ruleSentences(
  entityMessages: Readonly<Record<string, string>>,
  messages: Readonly<Record<string, string>>,
): RuleSentence {
  return (field, keyword) => {
    const own = field === undefined ? undefined : said(field.schema.messages ?? {}, keyword);
    if (own !== undefined) return own;
    const keys = [
      `rule.${keyword}`,
      ...(field?.widget === undefined ? [] : [`${field.widget.name}.${keyword}`]),
    ];
    for (const sentences of [entityMessages, messages]) {
      for (const key of keys) {
        const sentence = said(sentences, key);
        if (sentence !== undefined) return sentence;
      }
    }
    return said(messages, "server.invalid") ?? keyword;
  };
}

/** Problems in words, as they travel and as the form shows them. */
export function fieldErrors(
  problems: readonly FieldProblem[],
  fields: readonly Field[],
  sentence: RuleSentence,
): FieldError[] {
  return problems.map(({ path, keyword, params }) => {
    const field = fieldAt(fields, params.declaredAt ?? path);
    const { limit, value } = params;
    const values = { limit, value: typeof value === "object" ? undefined : value, label: field?.label };
    return { path, keyword, message: fillMessage(sentence(field, keyword), values) };
  });
}

/** The field that a JSON pointer into a record leads to, or the innermost one around it. */
export function fieldAt(fields: readonly Field[], path: string): Field | undefined {
  let here: Field | undefined;
  let inside: readonly Field[] | undefined = fields;
  for (const segment of segmentsOf(path)) {
    const next: Field | undefined = here?.items ?? inside?.find(({ name }) => name === segment);
    if (next === undefined) return here;
    // The items of a list have no name of their own: the list speaks for them.
    here = next.name === "" && here !== undefined ? { ...next, label: here.label } : next;
    inside = next.fields;
  }
  return here;
}

function said(sentences: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(sentences, key) ? sentences[key] : undefined;
}

/** Fills `{name}` placeholders. One that has no value stays as written, so that a mistake shows. */
export function fillMessage(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{([\w.]+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined || value === null ? whole : String(value);
  });
}

/** One broken rule of one field. */
export interface FieldError {
  /** JSON pointer into the record: `/price`, `/articles/2/article`. */
  readonly path: string;
  /** The rule: a JSON Schema keyword or one of our own (`model/keywords.ts`), or a plugin's message key. */
  readonly keyword: string;
  readonly message: string;
}
