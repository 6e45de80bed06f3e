/** The keywords of a field that are rules a value can break, in the order in which they are reported. */
export const RULES = [
  "required",
  "type",
  "enum",
  "format",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueBy",
  "equals",
  "reference",
  "tree",
  "image",
  "unique",
] as const;
export type Rule = (typeof RULES)[number];
