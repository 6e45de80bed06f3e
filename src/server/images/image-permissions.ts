import type { Config } from "../../model/config.ts";
import type { Field } from "../../model/entity.ts";

const PICTURED = new Set(["image", "images", "html"]);

/** The permissions of the entities whose records show images: who holds one may upload. */
export function imagePermissions(config: Config): string[] {
  const entities = [...config.entities.values()].filter(({ fields }) => fields.some(showsImages));
  return [...new Set(entities.map(({ permission }) => permission))];
}

function showsImages(field: Field): boolean {
  if (PICTURED.has(field.valueType)) return true;
  return (field.fields ?? []).some(showsImages) || (field.items !== undefined && showsImages(field.items));
}
