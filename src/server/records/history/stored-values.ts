import type { Json, RecordData } from "../../../model/record.ts";
import type { EntityRuntime } from "../entity-runtime.ts";

/**
 * Values that were stored earlier, as the fields of today's config have them; none of a field that is secret today, although the
 * journal has what it was before. What cannot be converted stays for validation to refuse.
 */
export async function convertedValues(
  { table, fields }: EntityRuntime,
  values: RecordData,
): Promise<{ [field: string]: Json }> {
  const converted: { [field: string]: Json } = {};
  for (const { name, schema } of fields) {
    const value = values[name];
    if (!Object.hasOwn(values, name) || value === undefined || schema.writeOnly === true) continue;
    const column = table.columns.find((one) => one.name === name);
    converted[name] = value === null ? null : ((await column?.convert(value)) ?? value);
  }
  return converted;
}
