import { expect, it } from "vitest";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import { valueType } from "../../src/model/value-type.ts";

it.each<[FieldSchema, string]>([
  [{ type: "string" }, "string"],
  [{ type: "string", format: "email" }, "string"],
  [{ type: "string", format: "date" }, "date"],
  [{ type: "string", format: "date-time" }, "date-time"],
  [{ type: "string", format: "html" }, "html"],
  [{ type: "string", enum: ["a"] }, "choice"],
  [{ type: "integer", enum: [1] }, "choice"],
  [{ type: "string", reference: { entity: "books", label: "title" } }, "reference"],
  [{ type: "number" }, "number"],
  [{ type: "integer" }, "integer"],
  [{ type: "boolean" }, "boolean"],
  [{ type: "object", properties: {} }, "object"],
  [{ type: "object", image: true }, "image"],
  [{ type: "array", items: { type: "object", image: true } }, "images"],
  [{ type: "array", items: { type: "string" } }, "array"],
])("%j is of the kind %s", (schema, kind) => {
  expect(valueType(schema)).toBe(kind);
});
