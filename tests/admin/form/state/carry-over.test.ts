import { describe, expect, test } from "vitest";
import {
  carryOver,
  type FormShape,
  type OrphanedValues,
  placeValue,
} from "../../../../src/admin/form/state/carry-over.ts";
import { formFieldsOf } from "../../../../src/admin/form/state/field-views.ts";
import { tabAfter } from "../../../../src/admin/form/state/form-store.ts";
import { makeFields } from "../../../../src/compiler/resolve/make-fields.ts";
import type { FieldSchema } from "../../../../src/model/field-schema.ts";
import type { RecordData } from "../../../../src/model/record.ts";
import { defaultRecord } from "../../../../src/record/defaults.ts";
import { library } from "../library.ts";

const config = await library();

/** A form of these fields that opened with defaults. An object is edited whole where it names a widget. */
function shape(properties: Record<string, FieldSchema>): FormShape {
  const fields = makeFields(properties, [], (schema, inside) =>
    inside || (schema.properties !== undefined && schema.widget === undefined)
      ? undefined
      : { name: schema.widget ?? "text", options: {} },
  );
  const books = config.entities.get("books");
  if (books === undefined) throw new Error("no books");
  const form = { ...books.form, tabs: [{ label: "", rows: fields.map(({ name }) => [name]) }] };
  return { formFields: formFieldsOf({ ...books, fields, form }), initial: defaultRecord(fields) };
}

function carry(
  before: Record<string, FieldSchema>,
  wanted: RecordData,
  next: Record<string, FieldSchema>,
  orphaned: OrphanedValues = new Map(),
) {
  const from = shape(before);
  const carried = carryOver({ ...from, wanted: { ...from.initial, ...wanted } }, shape(next), orphaned);
  const listed = [...carried.orphaned].map(([path, { value }]) => [path, value]);
  return { ...carried, listed };
}

const text: FieldSchema = { type: "string" };
const number: FieldSchema = { type: "number" };

describe("carryOver", () => {
  test("keeps what was typed; new fields have their default, untouched ones the new one", () => {
    const next: Record<string, FieldSchema> = {
      a: { ...text, maxLength: 1 },
      b: { ...number, default: 2 },
      c: { ...text, default: "new" },
    };
    const { wanted, listed } = carry({ a: text, b: { ...number, default: 1 } }, { a: "typed" }, next);
    expect(wanted).toEqual({ a: "typed", b: 2, c: "new" });
    expect(listed).toEqual([]);
  });

  test("lists what was typed into a field that is gone, not what was never touched, and gives it back", () => {
    const all: Record<string, FieldSchema> = { a: text, b: { ...text, default: "given" }, c: text };
    const gone = carry(all, { a: "typed", c: "too" }, { c: text });
    expect(gone.wanted).toEqual({ c: "too" });
    expect(gone.listed).toEqual([["a", "typed"]]);
    const back = carry({ c: text }, { c: "too" }, all, gone.orphaned);
    expect(back.wanted).toEqual({ a: "typed", b: "given", c: "too" });
    expect(back.listed).toEqual([]);
  });

  test("converts what fits another kind, lists what does not, and gives that back with its kind", () => {
    const next = { a: number, b: number };
    const changed = carry({ a: text, b: text }, { a: "12", b: "12 pieces" }, next);
    expect(changed.wanted).toEqual({ a: 12, b: null });
    expect(changed.listed).toEqual([["b", "12 pieces"]]);
    const again = carry(next, changed.wanted, next, changed.orphaned);
    expect(again.listed).toEqual([["b", "12 pieces"]]);
    expect(carry(next, changed.wanted, { a: text, b: text }, again.orphaned).wanted).toEqual({
      a: "12",
      b: "12 pieces",
    });
    // What was typed since comes first.
    const newer = carry(next, { a: 12, b: 5 }, { a: text, b: text }, again.orphaned);
    expect(newer.wanted).toEqual({ a: "12", b: "5" });
    expect(newer.listed).toEqual([["b", "12 pieces"]]);
  });

  test("follows an object that is edited whole from now on, or field by field", () => {
    const properties = { x: text, y: text };
    const parts: Record<string, FieldSchema> = { o: { type: "object", properties } };
    const whole: Record<string, FieldSchema> = { o: { type: "object", properties, widget: "both" } };
    const typed = { o: { x: "typed", y: null } };
    expect(carry(parts, typed, whole)).toMatchObject({ wanted: typed, listed: [] });
    expect(carry(whole, typed, parts)).toMatchObject({ wanted: typed, listed: [] });
    const less: Record<string, FieldSchema> = { o: { type: "object", properties: { y: text } } };
    expect(carry(parts, typed, less).listed).toEqual([["o.x", "typed"]]);
    expect(carry(whole, typed, less).listed).toEqual([["o", typed.o]]);
  });
});

test("a value that its new widget could not show has no place", () => {
  const [plain, date, choice, reference, other] = makeFields(
    {
      plain: text,
      date: { ...text, format: "date" },
      choice: { ...text, enum: ["x"] },
      reference: { ...text, reference: { entity: "books", label: "title" } },
      other: { ...text, reference: { entity: "members", label: "username" } },
    },
    [],
  );
  if (!plain || !date || !choice || !reference || !other) throw new Error("no fields");
  expect(placeValue(date, plain, "2026-01-01")).toBe("2026-01-01");
  expect(placeValue(date, plain, "new year")).toBeUndefined();
  expect(placeValue(choice, plain, "x")).toBe("x");
  expect(placeValue(choice, choice, "y")).toBeUndefined();
  expect(placeValue(reference, plain, "a book")).toBeUndefined();
  expect(placeValue(other, reference, "b1")).toBeUndefined();
  expect(placeValue(plain, date, "2026-01-01")).toBe("2026-01-01");
  // Hook a date is still what was typed there.
  expect(placeValue(date, date, "2026-0")).toBe("2026-0");
});

test("the open tab is that in which its fields stand now", () => {
  const { formFields } = shape({ a: text, b: text, c: text });
  const at = (...tabs: number[]) =>
    formFields.map((formField, index) => ({ ...formField, tab: tabs[index] ?? 0 }));
  expect(tabAfter(at(0, 1, 1), at(0, 2, 2), 1)).toBe(2);
  expect(tabAfter(at(0, 1, 1), at(0, 0, 0), 1)).toBe(0);
  expect(tabAfter(at(0, 0, 0), at(0, 1, 1), 0)).toBe(1);
  expect(tabAfter(at(0, 1, 2), [], 2)).toBe(0);
});
