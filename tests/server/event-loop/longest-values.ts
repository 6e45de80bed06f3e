import type { Field } from "../../../src/model/entity.ts";

/** A text without a limit of its own may be so long, with room for the others of its record. */
const UNLIMITED = 300_000;
/** Three bytes in a store, two in memory. */
const UNIT = "界";

/** The longest text that a field takes; undefined where what it may hold is no free text. */
export function longestText({ schema, valueType, reference }: Field): string | undefined {
  const isFree =
    schema.type === "string" && !schema.enum && !reference && !schema.pattern && schema.writeOnly !== true;
  if (!isFree) return undefined;
  if (valueType === "html") return longestHtml(schema.maxLength ?? 1_000_000);
  if (valueType !== "string" || (schema.format !== undefined && schema.format !== "html")) return undefined;
  return UNIT.repeat(schema.maxLength ?? UNLIMITED);
}

/** Tags that have to be cleaned one by one. */
function longestHtml(length: number): string {
  const unit = `<p style="color:red" onclick=x>a<b>b`;
  return unit.repeat(Math.floor(length / unit.length));
}
