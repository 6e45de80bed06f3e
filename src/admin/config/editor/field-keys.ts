import { KEYWORDS, type KeywordTable } from "../../../model/keywords.ts";
import { ownValue } from "../../../record/json.ts";

/** The keys of a field that nearly every field needs. The others follow in the order of the schema. */
const FIRST: readonly string[] = [
  "type",
  "title",
  "format",
  "enum",
  "labels",
  "reference",
  "items",
  "properties",
  "required",
  "image",
  "description",
  "placeholder",
  "default",
  "widget",
  "options",
];
/** Editors need it, people do not. */
const LAST = "$schema";

/** Keys in the order in which people need them. @param field the field that they are for: those that its type cannot have are left out */
export function inOrderOfNeed<T extends { readonly label: string }>(
  keys: readonly T[],
  field: unknown,
): readonly T[] {
  const type = ownValue(field, "type");
  const rank = ({ label }: T) => {
    if (label === LAST) return Number.POSITIVE_INFINITY;
    const index = field === undefined ? -1 : FIRST.indexOf(label);
    return index === -1 ? FIRST.length : index;
  };
  return keys
    .filter(({ label }) => field === undefined || mayHave(type, label))
    .sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
}

function mayHave(type: unknown, key: string): boolean {
  const table: KeywordTable<string> = KEYWORDS;
  const types: readonly unknown[] | "any" =
    (Object.hasOwn(table, key) ? table[key]?.types : undefined) ?? "any";
  return type === undefined || types === "any" || types.includes(type);
}
