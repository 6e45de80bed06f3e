import type { Field } from "../../../src/model/entity.ts";

/** Bytes of a record without its formatted texts, with room for the rest: those without a limit of their own share them. */
const SHARED_BYTES = 900_000;
/** Three bytes in a store, two in memory. */
export const UNIT = "界";

/** The longest free texts that a record of these fields may hold, by field. */
export function longestTexts(fields: readonly Field[]): ReadonlyMap<string, string> {
  const free = fields.filter(isFree);
  const sharing = free.filter(({ schema, valueType }) => valueType === "string" && !schema.maxLength).length;
  const unlimited = Math.floor(SHARED_BYTES / Buffer.byteLength(UNIT) / Math.max(1, sharing));
  return new Map(
    free.map((field) => [
      field.name,
      field.valueType === "html"
        ? longestHtml(field.schema.maxLength ?? 1_000_000)
        : UNIT.repeat(field.schema.maxLength ?? unlimited),
    ]),
  );
}

function isFree({ schema, valueType }: Field): boolean {
  if (schema.pattern !== undefined || schema.writeOnly === true || schema.formOnly === true) return false;
  return valueType === "html" || (valueType === "string" && schema.format === undefined);
}

/** Tags that have to be cleaned one by one. */
function longestHtml(length: number): string {
  const unit = `<p style="color:red" onclick=x>a<b>b`;
  return unit.repeat(Math.floor(length / unit.length));
}
