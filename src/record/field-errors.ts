import type { Field } from "../model/entity.ts";
import type { ValueType } from "../model/value-type.ts";
import { fillMessage, findMessage, type MessageTable } from "./messages.ts";
import { fieldsOn, type PlacedField, segmentsOf } from "./path.ts";
import type { FieldProblem } from "./validate.ts";

/** One broken rule of one field. */
export interface FieldError {
  /** JSON pointer into the record: `/price`, `/slots/2/item`. */
  readonly path: string;
  /** The rule: a JSON Schema keyword or one of our own (`model/keywords.ts`), or a plugin's message key. */
  readonly keyword: string;
  readonly message: string;
}

interface SpeakersAt {
  /** The `messages` of the field, then of the list whose item it is. */
  readonly own: readonly MessageTable[];
  /** Those of `messageTables`. */
  readonly tables: readonly MessageTable[];
  /** The name of the field's widget. */
  readonly plugin: string | undefined;
  /** What the field holds. */
  readonly valueType?: ValueType | undefined;
}

/**
 * The message of a key at a field, such as that of a broken rule (`rule.maxLength`). It is looked up in the field's
 * `messages` (as `maxLength`), in those of the list whose item the field is, then in the tables in their order, in each of
 * them by the key itself and then by the plugin's (`<plugin>.maxLength`). How a number is written is said before that a
 * value is of the wrong kind.
 */
export function messageAt(key: string, { own, tables, plugin, valueType }: SpeakersAt): string | undefined {
  const keyword = key.replace(/^rule\./, "");
  const isNumber = keyword === "type" && (valueType === "number" || valueType === "integer");
  return (
    findMessage(own, keyword) ??
    findMessage(
      tables,
      ...(isNumber ? [`rule.${valueType}`] : []),
      key,
      ...(plugin === undefined ? [] : [`${plugin}.${keyword}`]),
    )
  );
}

/** The `messages` of a field, then of the list whose item it is. */
export function ownMessages(placed: PlacedField | undefined): readonly MessageTable[] {
  return placed === undefined ? [] : [placed.field.schema.messages, ...ownMessages(placed.list)];
}

/** The label of a field; of items without a title, that of their list. */
export function labelAt({ field, list }: PlacedField): string {
  return field.label === "" && list !== undefined ? labelAt(list) : field.label;
}

/** The problems with their messages. */
export function fieldErrors(
  problems: readonly FieldProblem[],
  fields: readonly Field[],
  tables: readonly MessageTable[],
): FieldError[] {
  return problems.map((problem) => {
    const { path, params } = problem;
    return fieldError(problem, fieldsOn(fields, segmentsOf(params.declaredAt ?? path)).at(-1), tables);
  });
}

/** @param placed the field whose rule is broken, or the innermost field around the place */
export function fieldError(
  { path, keyword, params: { limit, value } }: FieldProblem,
  placed: PlacedField | undefined,
  tables: readonly MessageTable[],
): FieldError {
  const { widget, valueType } = placed?.field ?? {};
  const speakers = { own: ownMessages(placed), tables, plugin: widget?.name, valueType };
  const found = messageAt(`rule.${keyword}`, speakers) ?? findMessage(tables, "server.invalid") ?? keyword;
  const label = placed && labelAt(placed);
  const values = { limit, value: typeof value === "object" ? undefined : value, label };
  return { path, keyword, message: fillMessage(found, values) };
}
