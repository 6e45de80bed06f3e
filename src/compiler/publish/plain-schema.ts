import type { TSchema } from "@sinclair/typebox";
import { isObject } from "../../record/json.ts";

/** A JSON Schema as data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export const definition = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });

/** A shape as plain JSON. Every part with an `$id` is a definition of that name. */
export function plainSchema(shape: TSchema): {
  readonly root: JsonSchema;
  readonly definitions: ReadonlyMap<string, JsonSchema>;
} {
  const definitions = new Map<string, JsonSchema>();

  function plain(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(plain);
    if (!isObject(value)) return value;
    const { $id, $ref, ...rest } = value;
    if (typeof $ref === "string") return named($ref, rest);
    if (typeof $id !== "string") return plainObject(rest);
    if (!definitions.has($id)) {
      definitions.set($id, {});
      definitions.set($id, plainObject(rest));
    }
    return definition($id);
  }

  function plainObject(schema: JsonSchema): JsonSchema {
    const entries = Object.entries(schema).map(([key, value]): [string, unknown] =>
      key === "patternProperties" && isObject(value) && Object.hasOwn(value, ANY_NAME)
        ? ["additionalProperties", plain(value[ANY_NAME])]
        : [key, plain(value)],
    );
    return Object.fromEntries(entries);
  }

  return { root: plainObject(JSON.parse(JSON.stringify(shape))), definitions };
}

/** In draft 7, keywords beside a $ref are ignored: the description goes around it. */
function named(name: string, { description }: JsonSchema): JsonSchema {
  return description === undefined ? definition(name) : { description, allOf: [definition(name)] };
}

/** A schema with the schemas of some properties replaced. */
export function withProperties(
  schema: JsonSchema,
  changes: Readonly<Record<string, (one: JsonSchema) => JsonSchema>>,
): JsonSchema {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const changed = Object.entries(changes).map(([name, change]) => {
    const one = properties[name];
    return [name, change(isObject(one) ? one : {})];
  });
  return { ...schema, properties: { ...properties, ...Object.fromEntries(changed) } };
}

export function where(test: JsonSchema, then: JsonSchema, otherwise?: JsonSchema): JsonSchema {
  return { if: test, then, ...(otherwise === undefined ? {} : { else: otherwise }) };
}

/** TypeBox's pattern of a record with any keys. */
const ANY_NAME = "^(.*)$";
