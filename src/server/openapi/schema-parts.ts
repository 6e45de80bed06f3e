import type { JsonSchema } from "../../compiler/publish/plain-schema.ts";

/** By name. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

export const VALUE = {
  any: {},
  object: { type: "object" },
  text: { type: "string" },
  textOrNull: { type: ["string", "null"] },
  integer: { type: "integer" },
  yesNo: { type: "boolean" },
  moment: { type: "string", format: "date-time" },
} as const satisfies Schemas;

export const arrayOf = (items: JsonSchema): JsonSchema => ({ type: "array", items });
export const mapOf = (values: JsonSchema): JsonSchema => ({ type: "object", additionalProperties: values });
export const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: "null" }] });
export const shared = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** An object with these keys and no others. */
export function exactObject(required: Schemas, optional: Schemas = {}): JsonSchema {
  const names = Object.keys(required);
  return {
    type: "object",
    properties: { ...required, ...optional },
    ...(names.length === 0 ? {} : { required: names }),
    additionalProperties: false,
  };
}

type OptionalKey<T> = { [K in keyof T]-?: Partial<Pick<T, K>> extends Pick<T, K> ? K : never }[keyof T];

/** The same for a type of the wire: a key that it gets or loses does not compile until it is described here. */
export function wireObject<T>(
  required: { readonly [K in Exclude<keyof T, OptionalKey<T>>]: JsonSchema },
  ...[optional]: [OptionalKey<T>] extends [never]
    ? []
    : [optional: { readonly [K in OptionalKey<T>]: JsonSchema }]
): JsonSchema {
  return exactObject(required, optional);
}
