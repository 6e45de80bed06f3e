import type { SearchedField } from "../../model/entity.ts";
import type { EntityConfig } from "../../model/entity-config.ts";
import { fieldNamed, type Properties } from "./written-field.ts";

type SearchConfig = NonNullable<EntityConfig["list"]["search"]>;

/** The fields that a search names, and where they stand below `/list/search`. */
export function searchedNames({
  field,
  fields,
}: SearchConfig): { readonly name: string; readonly at: string }[] {
  const one = field === undefined ? [] : [{ name: field, at: "/field" }];
  return [...one, ...(fields ?? []).map((name, index) => ({ name, at: `/fields/${index}` }))];
}

/** Only for a search without problems. */
export function resolveSearch(search: SearchConfig, properties: Properties): readonly SearchedField[] {
  return searchedNames(search).map(({ name }) => {
    const [reference = "", ...rest] = name.split(".");
    const entity = fieldNamed(properties, reference)?.reference?.entity;
    if (entity === undefined || rest.length === 0) return { field: name };
    return { field: name, through: { reference, entity, field: rest.join(".") } };
  });
}
