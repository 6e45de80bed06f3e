import { expect, test } from "vitest";
import { excerpts } from "../../../../src/admin/form/save/excerpts.ts";
import { changedFields } from "../../../../src/admin/form/save/request-body.ts";
import { draftOverNewer, takeUnchanged } from "../../../../src/admin/form/save/take-unchanged.ts";
import { formFieldsOf } from "../../../../src/admin/form/state/field-views.ts";
import { makeFormStore } from "../../../../src/admin/form/state/form-store.ts";
import type { Entity, Field } from "../../../../src/model/entity.ts";
import type { Json } from "../../../../src/model/record.ts";
import { library } from "../library.ts";
import { STORED } from "../open-form.tsx";

async function booksOf(): Promise<Entity> {
  const books = (await library()).entities.get("books");
  if (books === undefined) throw new Error("The library has no books.");
  return books;
}

test("of a body what differs is sent, of objects their parts, of lists the whole", async () => {
  const { fields } = await booksOf();
  const stored = {
    title: "Gulls",
    isbn: null,
    photos: [],
    scores: { readers: 5, staff: 5 },
    available: true,
  };
  const sent = (body: Readonly<Record<string, Json>>) => changedFields(fields, body, stored);
  expect(sent({ ...stored, isbn: "" })).toEqual({});
  expect(sent({ ...stored, title: null, scores: { readers: 5, staff: 6 } })).toEqual({
    title: null,
    scores: { staff: 6 },
  });
  const photo = { fileName: "a.png", imgUrl: "/a.png" };
  expect(sent({ ...stored, photos: [photo] })).toEqual({ photos: [photo] });
  // What the stored record does not have yet is sent, also without a value.
  expect(sent({ ...stored, summary: null })).toEqual({ summary: null });
});

test("parts that were not typed of an object with one widget are taken from the newer record", async () => {
  const books = await booksOf();
  const fields = books.fields.map(
    (field): Field =>
      field.name === "scores" ? { ...field, widget: { name: "sliders", options: {} } } : field,
  );
  const entity: Entity = { ...books, fields };
  const before = { ...STORED, updatedById: null, title: "Gulls", scores: { readers: 5, staff: 5 } };
  const newer = { ...before, title: "Terns", scores: { readers: 7, staff: 8 } };
  const store = makeFormStore({
    formFields: formFieldsOf(entity),
    initial: before,
    rules: { applyConditions: (wanted) => wanted, states: () => new Map(), errors: () => [] },
  });
  store.change("scores", { readers: 6, staff: 5 });
  expect(draftOverNewer(store.unsaved(), entity, newer)).toMatchObject([
    { path: "scores", value: { readers: 6, staff: 8 }, was: { readers: 5, staff: 5 } },
  ]);
  takeUnchanged(entity, store, before, newer);
  expect(store.record()).toMatchObject({ title: "Gulls", scores: { readers: 6, staff: 8 } });
});

test("texts are cut around the first difference, between words, and short ones not at all", () => {
  expect(excerpts(["a", "b"])).toEqual(["a", "b"]);
  const long = "word ".repeat(100);
  const [was = "", now = ""] = excerpts([`${long}old`, `${long}new`]);
  expect(was).toMatch(/^… (word )+old$/);
  expect(now).toMatch(/^… (word )+new$/);
  const [first = "", second = ""] = excerpts([`one ${long}`, `two ${long}`]);
  expect(first).toMatch(/^one (word )+word …$/);
  expect(first).toHaveLength(second.length);
  const chinese = excerpts(["茶".repeat(400), `${"茶".repeat(300)}水`]);
  expect(chinese.map((text) => text.includes("茶") && text.length < 250)).toEqual([true, true]);
});
