import type { Field } from "../../model/entity.ts";
import type { Json } from "../../model/record.ts";
import type { Say } from "../messages/say.ts";
import type { Dropped } from "./fault.ts";
import { isSameValue } from "./paths.ts";
import { valueText } from "./value-text.ts";

/** What the field would have come to and does not hold without the work; "" where that is nothing a person can read. */
export function droppedText(field: Field, { standIn, value }: Dropped, say: Say): string {
  const kept: readonly Json[] = Array.isArray(value) ? value : [];
  const lost: Json = Array.isArray(standIn)
    ? standIn.filter((item: Json) => !kept.some((one) => isSameValue(one, item)))
    : standIn;
  const text = valueText(field, lost, say);
  return text === valueText(field, value, say) ? "" : text;
}
