import { expect, it } from "vitest";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import { filterKind } from "../../src/model/list/list-filter.ts";

it.each<[FieldSchema, string]>([
  [{ type: "string", maxLength: 200 }, "text"],
  [{ type: "string", maxLength: 201 }, "filled"],
  [{ type: "string" }, "filled"],
  // However long it may be, it is chosen from a list.
  [{ type: "string", enum: ["a"], labels: { a: "A" } }, "choice"],
])("%j is filtered as %s", (schema, kind) => {
  expect(filterKind(schema)).toBe(kind);
});
