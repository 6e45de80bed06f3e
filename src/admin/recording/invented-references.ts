import type { FieldSchema } from "../../model/field-schema.ts";
import { ownValue } from "../../model/json-value.ts";
import type { Json } from "../../model/record.ts";
import type { GivenRecord, GivenReferences } from "./given-references.ts";

/** More than two pages of ten. */
const COUNT = 23;

/**
 * Records for everything that a field refers to, so that an example can be tried without a server: `_id`s `1` to `23` and
 * those that the value names, each with the label and the further fields that the field asks for.
 */
export function inventReferences(
  schema: Pick<FieldSchema, "reference" | "properties" | "items">,
  value: unknown,
): GivenReferences {
  const invented = new Map<string, Map<string, GivenRecord>>();
  visit(schema, value);
  return Object.fromEntries([...invented].map(([entity, records]) => [entity, [...records.values()]]));

  function visit(
    { reference, properties, items }: Pick<FieldSchema, "reference" | "properties" | "items">,
    at: unknown,
  ): void {
    if (reference !== undefined) {
      const { entity, label, fields = [] } = reference;
      const records = invented.get(entity) ?? new Map<string, GivenRecord>();
      invented.set(entity, records);
      const named = typeof at === "string" && at !== "" ? [at] : [];
      for (const id of [...Array.from({ length: COUNT }, (_, index) => String(index + 1)), ...named]) {
        records.set(id, { ...records.get(id), ...record(id, label, fields) });
      }
    }
    for (const [name, inner] of Object.entries(properties ?? {})) visit(inner, ownValue(at, name));
    // A list may be empty: what it refers to is invented all the same.
    if (items !== undefined)
      for (const one of [undefined, ...(Array.isArray(at) ? at : [])]) visit(items, one);
  }
}

function record(id: string, label: string, fields: readonly string[]): GivenRecord {
  const further = fields.filter((name) => name !== label && name !== "_id");
  return {
    _id: id,
    ...Object.fromEntries(further.map((name) => [name, picture(id)])),
    [label]: `${label} ${id}`,
  };
}

/** What records are shown with beside their label. */
function picture(id: string): Json {
  const colour = `hsl(${(Number.parseInt(id, 36) * 47) % 360} 30% 60%)`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="${colour}"/></svg>`;
  return { fileName: `${id}.svg`, imgUrl: `data:image/svg+xml,${encodeURIComponent(svg)}`, expiresAt: null };
}
