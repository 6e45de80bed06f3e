import type { Badge, Display, ShownField, Template } from "../model/display.ts";
import type { Json, RecordData } from "../model/record.ts";
import { ownValue } from "./json.ts";
import type { TimeStyle } from "./moment.ts";
import { readPath } from "./path.ts";
import { writtenText } from "./written-text.ts";

const FIELD = /\{([^{}]*)\}/g;

/** A template as a config writes it, in its parts. A text without braces is the path of one field. */
export function splitTemplate(template: string): readonly (string | { readonly field: string })[] {
  if (!template.includes("{")) return [{ field: template }];
  const parts: (string | { readonly field: string })[] = [];
  let end = 0;
  for (const { 0: whole, 1: field = "", index } of template.matchAll(FIELD)) {
    if (index > end) parts.push(template.slice(end, index));
    parts.push({ field });
    end = index + whole.length;
  }
  if (end < template.length) parts.push(template.slice(end));
  return parts;
}

/** The paths of the fields that a template, as a config writes it, names. */
export function fieldsNamed(template: string): readonly string[] {
  return splitTemplate(template).flatMap((part) => (typeof part === "string" ? [] : [part.field]));
}

/** The paths of the fields that a template shows. */
export function fieldsShown(template: Template): readonly string[] {
  return template.flatMap((part) => (typeof part === "string" ? [] : [part.field]));
}

/** All paths that a display reads of a record. */
export function displayedFields({ image, title, subtitle = [], badges }: Display): readonly string[] {
  return [
    ...(image === undefined ? [] : [image]),
    ...fieldsShown(title),
    ...fieldsShown(subtitle),
    ...badges.map(({ field }) => field),
  ];
}

/** What stands for the title of the record in the question before deleting. */
export const TITLE_PLACEHOLDER = "display.title";

/** The title of an entity that no config describes: the `_id` of its records. */
export const ID_TITLE: Template = [{ field: "_id", valueType: "string" }];

/** Stands in a title for what its reader may not see: no record has a value there. */
export const UNSEEN_PART: ShownField = { field: "", valueType: "string" };

interface Titled {
  readonly display: Pick<Display, "title">;
}

/**
 * What a record is called, everywhere. References must be replaced by the records that they lead to, as list answers do. A
 * record whose title would be empty is called by its `_id`.
 */
export function recordTitle({ display }: Titled, record: RecordData, style: TimeStyle): string {
  return filledTemplate(display.title, record, style) ?? String(record._id ?? "");
}

const NOTHING = "–";

/** The text of a template; undefined where none of its fields has a value. Where only some have none, each of those is a dash. */
export function filledTemplate(template: Template, record: RecordData, style: TimeStyle): string | undefined {
  const texts = template.map((part) =>
    typeof part === "string" ? part : shownValue(part, readPath(record, part.field), style),
  );
  const isFilled = template.some((part, index) => typeof part !== "string" && texts[index] !== undefined);
  return isFilled ? texts.map((text) => text ?? NOTHING).join("") : undefined;
}

/** A value as cells write it; undefined where there is none. */
function shownValue(
  { valueType, labels = {} }: ShownField,
  value: Json | undefined,
  style: TimeStyle,
): string | undefined {
  if (typeof value === "number" && valueType !== "choice")
    return new Intl.NumberFormat(style.dateLocale, { maximumFractionDigits: 20 }).format(value);
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  if (value === "") return undefined;
  return ownValue<string>(labels, String(value)) ?? writtenText(valueType, String(value), style);
}

/** The badges that a record has, in the order of the config. */
export function badgesOf({ badges }: Pick<Display, "badges">, record: RecordData): readonly Badge[] {
  return badges.filter(({ field, is }) => readPath(record, field) === is);
}
