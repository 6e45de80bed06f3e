import type { Field } from "../../../model/entity.ts";
import type { Json } from "../../../model/record.ts";
import type { Say } from "../../messages/say.ts";

/** A value as text that a person can copy: what they chose by its label, formatted text without its marks. */
export function valueText(field: Field, value: Json, say: Say): string {
  if (value === null) return "";
  if (typeof value === "boolean") return say(value ? "cell.yes" : "cell.no");
  if (Array.isArray(value)) return value.map((item: Json) => itemText(field.items, item, say)).join(", ");
  if (typeof value === "object") return partsText(field, value as { readonly [key: string]: Json }, say);
  const { labels = {} } = field.schema;
  const text = String(value);
  if (Object.hasOwn(labels, text)) return labels[text] ?? text;
  return field.valueType === "html" ? plainText(text) : text;
}

function itemText(items: Field | undefined, item: Json, say: Say): string {
  return items === undefined ? JSON.stringify(item) : valueText(items, item, say);
}

function partsText(field: Field, value: { readonly [key: string]: Json }, say: Say): string {
  if (field.schema.image === true) return String(value.fileName ?? "");
  return (field.fields ?? [])
    .flatMap((inner) => {
      const text = Object.hasOwn(value, inner.name) ? valueText(inner, value[inner.name] ?? null, say) : "";
      return text === "" ? [] : [`${inner.label}: ${text}`];
    })
    .join(", ");
}

function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return body.textContent ?? "";
}
