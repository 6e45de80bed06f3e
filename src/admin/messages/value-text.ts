import type { Field } from "../../model/entity.ts";
import type { Json } from "../../model/record.ts";
import { isObject, type JsonObject, ownValue } from "../../record/json.ts";
import { htmlText } from "./html-text.ts";
import type { Say } from "./say.ts";

/** A value as text that a person can copy: a choice by its label, formatted text without its formatting, a line for each paragraph. */
export function valueText(field: Field, value: Json, say: Say): string {
  if (value === null) return "";
  if (typeof value === "boolean") return say(value ? "cell.yes" : "cell.no");
  if (Array.isArray(value)) {
    const { items } = field;
    return value.map((item: Json) => (items ? valueText(items, item, say) : JSON.stringify(item))).join(", ");
  }
  if (isObject(value)) return partsText(field, value, say);
  const { labels = {} } = field.schema;
  const text = String(value);
  if (Object.hasOwn(labels, text)) return labels[text] ?? text;
  if (field.valueType !== "html") return text;
  return htmlText(text);
}

function partsText(field: Field, value: JsonObject, say: Say): string {
  if (field.schema.image === true) return String(value.fileName ?? "");
  return (field.fields ?? [])
    .flatMap((inner) => {
      const text = valueText(inner, ownValue(value, inner.name) ?? null, say);
      return text === "" ? [] : [`${inner.label}: ${text}`];
    })
    .join(", ");
}
