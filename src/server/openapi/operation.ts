import type { JsonSchema } from "../../compiler/publish/plain-schema.ts";
import type { ErrorCode } from "../../wire/error.ts";
import { VALUE } from "./schema-parts.ts";

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "header";
  readonly description?: string;
  readonly required?: true;
  readonly schema: JsonSchema;
}

export interface DescribedAnswer {
  /** Without one the answer has no body. */
  readonly schema?: JsonSchema;
  /** Default: application/json. */
  readonly type?: string;
  /** It has the record's version. */
  readonly hasTag?: true;
}

/** What a route takes and answers, but for what its `Route` says itself. */
export interface Operation {
  /** Where another route has the same `operation`. */
  readonly id?: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: JsonSchema;
  /** Default: application/json. */
  readonly bodyType?: string;
  readonly answers: Readonly<Record<number, DescribedAnswer>>;
  /** Beside those that follow from the route's access and body. */
  readonly refusals?: readonly ErrorCode[];
}

/** By method and path. */
export type Operations = Readonly<Record<string, Operation>>;

export const PICTURE: DescribedAnswer = { schema: { type: "string", format: "binary" }, type: "image/*" };

export const answering = (schema: JsonSchema) => ({ 200: { schema } });

export function inQuery(name: string, schema: JsonSchema, description?: string): Parameter {
  return { name, in: "query", ...(description === undefined ? {} : { description }), schema };
}

export const inNeededQuery = (name: string, schema: JsonSchema = VALUE.text): Parameter => ({
  ...inQuery(name, schema),
  required: true,
});
