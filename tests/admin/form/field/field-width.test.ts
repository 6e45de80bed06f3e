import { expect, it } from "vitest";
import { fieldWidth } from "../../../../src/admin/form/field/field-template.tsx";
import type { FieldSchema } from "../../../../src/model/field-schema.ts";
import { type ValueType, valueType } from "../../../../src/model/value-type.ts";

const image = { type: "object", image: true } as const;
const fields: readonly (readonly [ValueType, FieldSchema, ReturnType<typeof fieldWidth>])[] = [
  ["number", { type: "number" }, "short"],
  ["integer", { type: "integer" }, "short"],
  ["boolean", { type: "boolean" }, "short"],
  ["date", { type: "string", format: "date" }, "short"],
  ["date-time", { type: "string", format: "date-time" }, "medium"],
  ["choice", { type: "string", enum: ["novel"] }, "medium"],
  ["reference", { type: "string", reference: { entity: "books", label: "title" } }, "medium"],
  ["string", { type: "string", maxLength: 20 }, "medium"],
  ["string", { type: "string", maxLength: 21 }, "full"],
  ["string", { type: "string" }, "full"],
  ["html", { type: "string", format: "html" }, "full"],
  ["object", { type: "object", properties: {} }, "full"],
  ["array", { type: "array", items: { type: "string" } }, "full"],
  ["image", image, "full"],
  ["images", { type: "array", items: image }, "full"],
];

it.each(fields)("%s %j is %s, unless its field says another width", (type, schema, width) => {
  expect(valueType(schema)).toBe(type);
  expect(fieldWidth({ valueType: type, schema })).toBe(width);
  expect(fieldWidth({ valueType: type, schema: { ...schema, width: "full" } })).toBe("full");
});
