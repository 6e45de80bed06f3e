import { expect, test } from "vitest";
import { fieldWidth } from "../../../src/admin/form/field/field-template.tsx";
import { widgetRules } from "../../../src/admin/form/field/widget-rules.ts";
import { requestBody } from "../../../src/admin/form/save/request-body.ts";
import { formFieldAround, formFieldsOf } from "../../../src/admin/form/state/field-views.ts";
import { initialRecord } from "../../../src/admin/form/state/form-values.ts";
import type { Entity } from "../../../src/model/entity.ts";
import { writePath } from "../../../src/record/path.ts";
import { library } from "./library.ts";

const config = await library();

function entity(id: string): Entity {
  const found = config.entities.get(id);
  if (found === undefined) throw new Error(id);
  return found;
}

function field(entityId: string, path: string) {
  const formField = formFieldsOf(entity(entityId)).find((one) => one.path === path);
  if (formField === undefined) throw new Error(path);
  return formField.field;
}

test("form fields stand in the order of the page, those that no tab places at its end", () => {
  expect(formFieldsOf(entity("books")).map(({ path, tab }) => `${tab} ${path}`)).toEqual([
    "0 title",
    "0 genre",
    "0 year",
    "0 subject",
    "0 cover",
    "0 photos",
    "0 available",
    "1 isbn",
    "1 price",
    "1 scores.readers",
    "1 scores.staff",
    "1 summary",
    "1 note",
  ]);
});

test("an error inside a value belongs to its form field, one beside it does not", () => {
  const formFields = formFieldsOf(entity("books"));
  expect(formFieldAround(formFields, "photos.1")?.path).toBe("photos");
  expect(formFieldAround(formFields, "scores.staff")?.path).toBe("scores.staff");
  expect(formFieldAround(formFields, "titles")).toBeUndefined();
});

test("writing at a path leaves what is beside it the same", () => {
  const record = { a: { b: 1, c: [1] }, d: [2] };
  const written = writePath(record, "a.b", 2);
  expect(written).toEqual({ a: { b: 2, c: [1] }, d: [2] });
  expect(written.d).toBe(record.d);
  expect(writePath({ a: null }, "a.b", 1)).toEqual({ a: { b: 1 } });
});

test("a new record holds defaults, a stored one what is stored and no system field", () => {
  expect(initialRecord(entity("books"), undefined)).toMatchObject({
    title: null,
    genre: "novel",
    available: true,
    scores: { readers: 0, staff: 0 },
  });
  const stored = {
    _id: "b1",
    createdAt: "",
    updatedAt: "",
    updatedBy: null,
    updatedById: null,
    isProtected: false,
    title: "Gulls",
    available: false,
    scores: { readers: 7 },
  };
  const record = initialRecord(entity("books"), stored);
  expect(record).toMatchObject({
    title: "Gulls",
    available: false,
    isbn: null,
    // Not in a record that was read before its field was there: the default, as the server has it.
    genre: "novel",
    scores: { readers: 7, staff: 0 },
  });
  expect(Object.keys(record)).not.toContain("_id");
});

test("a body holds every declared field, nothing as null, blanks as typed", () => {
  const body = requestBody(entity("subjects"), { name: " Birds ", parent: "", extra: 1 }, "create");
  expect(body).toEqual({ name: " Birds ", parent: null });
  const scores = { readers: null, staff: 3, extra: 1 };
  expect(requestBody(entity("books"), { scores }, "edit").scores).toEqual({ readers: null, staff: 3 });
});

test("a write-only field is sent on create, and on edit when it holds something", () => {
  const typed = { username: "ann", password: "secret", confirm: "secret" };
  expect(requestBody(entity("members"), typed, "edit")).toMatchObject({ password: "secret" });
  expect(requestBody(entity("members"), { ...typed, password: " " }, "edit")).not.toHaveProperty("password");
  expect(requestBody(entity("members"), { ...typed, password: null }, "create")).toHaveProperty(
    "password",
    null,
  );
  expect(requestBody(entity("members"), typed, "create")).not.toHaveProperty("confirm");
});

test("a field is as wide as what goes into it, or as its config says", () => {
  expect(fieldWidth(field("books", "year"))).toBe("short");
  expect(fieldWidth(field("books", "genre"))).toBe("short");
  expect(fieldWidth(field("books", "subject"))).toBe("medium");
  expect(fieldWidth(field("members", "username"))).toBe("medium");
  expect(fieldWidth(field("books", "title"))).toBe("full");
  expect(fieldWidth(field("books", "photos"))).toBe("full");
});

test("a widget is told the rules that it draws by, those of a list's items included", () => {
  expect(widgetRules(field("books", "year"))).toEqual({ minimum: 1450, maximum: 2100, integer: true });
  expect(widgetRules(field("subjects", "parent")).reference).toEqual({
    entity: "subjects",
    label: "name",
    fields: [],
    title: [{ field: "name", valueType: "string" }],
    tree: true,
  });
  const parent = field("subjects", "parent");
  const { fields: _, tree: __, ...plain } = parent.reference ?? { entity: "", label: "", title: [] };
  expect(widgetRules({ ...parent, reference: plain }).reference).toMatchObject({ fields: [], tree: false });
  expect(widgetRules(field("reading-lists", "books"))).toMatchObject({
    maxItems: 4,
    items: { fields: { book: { reference: { entity: "books", fields: ["cover"] } } } },
  });
});
