import { describe, expect, it } from "vitest";
import { makeFields } from "../../src/compiler/resolve/make-fields.ts";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import type { RecordData } from "../../src/model/record.ts";
import { validateRecord } from "../../src/record/validate.ts";
import { compileValidator } from "../../src/server/runtime/compile-validator.ts";

type Properties = Record<string, FieldSchema>;
type Options = { required?: string[]; mode?: "create" | "edit"; withFormOnly?: boolean; widget?: boolean };

/** `path keyword` of every problem. */
function problems(properties: Properties, record: RecordData, options: Options = {}) {
  const { required = [], mode = "edit", withFormOnly = false, widget = false } = options;
  const widgetFor = widget ? () => ({ name: "slots", options: {} }) : undefined;
  const fields = makeFields(properties, required, widgetFor);
  const { check } = compileValidator(properties);
  return validateRecord({ fields, mode, record, check, withFormOnly }).map(
    ({ path, keyword }) => `${path} ${keyword}`,
  );
}

const text: FieldSchema = { type: "string" };

describe("required", () => {
  it.each([undefined, null, "", "  ", " \n\t"])("is broken by %j", (value) => {
    const record = value === undefined ? {} : { name: value };
    expect(problems({ name: text }, record, { required: ["name"] })).toEqual(["/name required"]);
  });

  it("is kept by 0 and by false", () => {
    const properties: Properties = { count: { type: "number" }, on: { type: "boolean" } };
    expect(problems(properties, { count: 0, on: false }, { required: ["count", "on"] })).toEqual([]);
  });

  it("is broken by a list of nothing", () => {
    const list: FieldSchema = { type: "array", items: text };
    for (const record of [{}, { list: null }, { list: [] }]) {
      expect(problems({ list }, record, { required: ["list"] })).toEqual(["/list required"]);
    }
  });

  it("comes before every other rule of the field", () => {
    const properties: Properties = { name: { type: "string", pattern: "^a", minLength: 5 } };
    expect(problems(properties, { name: "  " }, { required: ["name"] })).toEqual(["/name required"]);
  });

  it("follows conditions, and never counts for what is hidden", () => {
    const why: FieldSchema = {
      ...text,
      conditions: [
        { when: { field: "n", above: 1 }, require: true },
        { when: { field: "n", above: 2 }, show: false },
      ],
    };
    const properties: Properties = { n: { type: "number" }, why };
    expect(problems(properties, { n: 1 })).toEqual([]);
    expect(problems(properties, { n: 2 })).toEqual(["/why required"]);
    expect(problems(properties, { n: 3 })).toEqual([]);
  });

  it("can differ between create and edit", () => {
    const password: FieldSchema = { ...text, conditions: [{ when: { mode: "create" }, require: true }] };
    expect(problems({ password }, {}, { mode: "create" })).toEqual(["/password required"]);
    expect(problems({ password }, {}, { mode: "edit" })).toEqual([]);
  });
});

describe("what is left out of the JSON Schema", () => {
  it("empty values break nothing but required", () => {
    const properties: Properties = {
      name: { type: "string", minLength: 3, pattern: "^a" },
      price: { type: "number", minimum: 1 },
      size: { type: "string", enum: ["s"] },
    };
    expect(problems(properties, { name: "", price: null, size: null })).toEqual([]);
  });

  it("blank text is empty where text is expected, and of the wrong type everywhere else", () => {
    const number: FieldSchema = { type: "number" };
    const properties: Properties = {
      count: number,
      whole: { type: "integer" },
      on: { type: "boolean" },
      list: { type: "array", items: text },
      object: { type: "object", properties: { inner: number } },
      nested: { type: "object", properties: { inner: number, name: text } },
      items: { type: "array", items: { type: "object", properties: { inner: number } } },
    };
    const blank = { count: "", whole: "", on: "", list: "", object: "" };
    const inner = { nested: { inner: "", name: "" }, items: ["", { inner: "" }] };
    expect(problems(properties, { ...blank, ...inner })).toEqual([
      "/count type",
      "/whole type",
      "/on type",
      "/list type",
      "/object type",
      "/nested/inner type",
      "/items/0 type",
      "/items/1/inner type",
    ]);
    const required = Object.keys(blank);
    expect(problems(properties, blank, { required })).toEqual(required.map((name) => `/${name} required`));
  });

  it("hidden values are not judged", () => {
    const hidden: FieldSchema = {
      type: "number",
      maximum: 3,
      conditions: [{ when: { mode: "edit" }, show: false }],
    };
    expect(problems({ hidden }, { hidden: 9 }, { mode: "edit" })).toEqual([]);
    expect(problems({ hidden }, { hidden: 9 }, { mode: "create" })).toEqual(["/hidden maximum"]);
  });

  it("keys that are no field are passed over, at any depth", () => {
    const properties: Properties = { o: { type: "object", properties: { a: { type: "number" } } } };
    expect(problems(properties, { _id: "1", __v: 0, o: { a: 1, __v: 0 }, toString: 1 })).toEqual([]);
  });

  it("blank text that is given is judged", () => {
    expect(problems({ name: { type: "string", pattern: "^a" } }, { name: "  " })).toEqual(["/name pattern"]);
  });
});

describe("objects and lists", () => {
  const scores: FieldSchema = {
    type: "object",
    required: ["wom"],
    properties: { wom: { type: "number", maximum: 9 }, store: { type: "number" } },
  };

  it("an object whose fields are edited one by one is judged even when it is not there", () => {
    for (const record of [{}, { scores: null }, { scores: {} }]) {
      expect(problems({ scores }, record)).toEqual(["/scores/wom required"]);
    }
    expect(problems({ scores }, { scores: { wom: 10 } })).toEqual(["/scores/wom maximum"]);
  });

  it("an object that one widget edits whole may be empty, unless it is required", () => {
    expect(problems({ scores }, {}, { widget: true })).toEqual([]);
    expect(problems({ scores }, {}, { widget: true, required: ["scores"] })).toEqual(["/scores required"]);
    expect(problems({ scores }, { scores: {} }, { widget: true })).toEqual(["/scores/wom required"]);
  });

  const slots: FieldSchema = {
    type: "array",
    maxItems: 3,
    uniqueBy: "article",
    items: {
      type: "object",
      required: ["article"],
      properties: { article: { type: "string", maxLength: 3 } },
    },
  };
  const slot = (...articles: (string | null)[]) => ({ slots: articles.map((article) => ({ article })) });

  it("each item is judged at its own place", () => {
    expect(problems({ slots }, slot("a", null, "long"))).toEqual([
      "/slots/1/article required",
      "/slots/2/article maxLength",
    ]);
    expect(problems({ slots }, { slots: [null, "x"] })).toEqual([
      "/slots/0/article required",
      "/slots/1 type",
    ]);
  });

  it("uniqueBy tells every item that says what an earlier one says, but not the empty ones", () => {
    expect(problems({ slots }, slot("a", "b", "a"))).toEqual(["/slots/2/article uniqueBy"]);
    expect(problems({ slots }, slot(null, null))).toEqual([
      "/slots/0/article required",
      "/slots/1/article required",
    ]);
  });

  it("a list in a list is judged as any other, in its place among the fields", () => {
    const grid: FieldSchema = {
      type: "array",
      items: { type: "array", maxItems: 2, items: { type: "number" } },
    };
    const record = { grid: [[1], ["x", 2], [1, 2, 3]], name: 5 };
    expect(problems({ grid, name: text }, record)).toEqual([
      "/grid/1/0 type",
      "/grid/2 maxItems",
      "/name type",
    ]);
    const shelves: FieldSchema = { type: "array", items: slots };
    expect(problems({ shelves }, { shelves: [slot("a", "b", "a").slots, slot(null, "a").slots] })).toEqual([
      "/shelves/0/2/article uniqueBy",
      "/shelves/1/0/article required",
    ]);
  });

  it("the number of items is judged at the list, absent or empty alike", () => {
    expect(problems({ slots }, slot("a", "b", "c", "d"))).toEqual(["/slots maxItems"]);
    const tags: FieldSchema = { type: "array", minItems: 1, items: text };
    for (const record of [{}, { tags: null }, { tags: [] }]) {
      expect(problems({ tags }, record)).toEqual(["/tags minItems"]);
    }
  });

  it("a value of another kind is reported as such, whatever it is", () => {
    for (const wrong of ["x", 1, true, [1]])
      expect(problems({ scores }, { scores: wrong })).toEqual(["/scores type"]);
    for (const wrong of ["x", 1, true, { 0: "a" }]) {
      expect(problems({ slots }, { slots: wrong })).toEqual(["/slots type"]);
    }
    expect(problems({ name: text }, { name: { toString: 1 } })).toEqual(["/name type"]);
  });
});

describe("equals", () => {
  const properties: Properties = {
    password: text,
    confirm: {
      ...text,
      equals: "password",
      formOnly: true,
      conditions: [{ when: { field: "password", empty: false }, require: true }],
    },
  };
  const inForm = { withFormOnly: true };

  it("is judged in the form, and on the server not at all, where the field never arrives", () => {
    const record = { password: "secret", confirm: "other" };
    expect(problems(properties, record, inForm)).toEqual(["/confirm equals"]);
    expect(problems(properties, record)).toEqual([]);
    expect(problems(properties, { password: "secret" })).toEqual([]);
  });

  it("gives way to required, and holds where both are empty", () => {
    expect(problems(properties, { password: "secret" }, inForm)).toEqual(["/confirm required"]);
    expect(problems(properties, { password: "", confirm: null }, inForm)).toEqual([]);
    expect(problems(properties, { password: "secret", confirm: "secret" }, inForm)).toEqual([]);
  });
});

it("tells at most one problem for a field, and all in the order of the fields", () => {
  const properties: Properties = {
    b: { type: "string", minLength: 9, pattern: "^x", format: "email" },
    a: { type: "number", minimum: 5, multipleOf: 2 },
    c: text,
  };
  expect(problems(properties, { a: 1, b: "nnn" }, { required: ["c"] })).toEqual([
    "/b format",
    "/a minimum",
    "/c required",
  ]);
});
