import { isObject } from "../json-value.ts";
import { type JsonSchema, withProperties } from "./plain-schema.ts";

/** What the manifest's checks ask beside its shape: every option says what it is, and what its value may be. */
export function describeOptions(manifest: JsonSchema): JsonSchema {
  const said = { required: [...WORDS], anyOf: [{ required: ["default"] }, { required: ["examples"] }] };
  return withProperties(manifest, {
    options: (options) => withProperties(options, { properties: (named) => eachWith(named, said) }),
  });
}

/** So does every part of one that has a name. */
export function describeParts(option: JsonSchema): JsonSchema {
  return withProperties(option, { properties: (named) => eachWith(named, { required: [...WORDS] }) });
}

const WORDS = ["title", "description"] as const;

function eachWith(named: JsonSchema, more: JsonSchema): JsonSchema {
  const { additionalProperties: each } = named;
  // Beside a $ref nothing counts in draft 7.
  return isObject(each) ? { ...named, additionalProperties: { ...more, allOf: [each] } } : named;
}
