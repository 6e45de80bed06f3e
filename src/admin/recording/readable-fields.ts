import type { FieldSchema } from "../../model/field-schema.ts";

/** A field, as far as it or what is in it refers to other entities. */
export type ReferringField = Pick<FieldSchema, "reference" | "properties" | "items">;

/** What can be read of the entities that a field refers to by whoever may read no more of them. */
export function readableFields(field: ReferringField | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const readable = new Map<string, ReadonlySet<string>>();
  function visit({ reference, properties = {}, items }: ReferringField): void {
    if (reference !== undefined) {
      const { entity, label, fields = [] } = reference;
      readable.set(entity, new Set([...(readable.get(entity) ?? []), label, ...fields]));
    }
    for (const inner of Object.values(properties)) visit(inner);
    if (items !== undefined) visit(items);
  }
  if (field !== undefined) visit(field);
  return readable;
}
