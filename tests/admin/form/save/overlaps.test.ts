import { expect, test } from "vitest";
import { unkeptValues } from "../../../../src/admin/form/save/request-body.ts";
import {
  draftOverNewer,
  overlapsWith,
  takeUnchanged,
} from "../../../../src/admin/form/save/take-unchanged.ts";
import { formFieldsOf } from "../../../../src/admin/form/state/field-views.ts";
import { makeFormStore } from "../../../../src/admin/form/state/form-store.ts";
import { initialRecord } from "../../../../src/admin/form/state/form-values.ts";
import { makeSay } from "../../../../src/admin/messages/say.ts";
import type { Entity, Field } from "../../../../src/model/entity.ts";
import type { Json, RecordData } from "../../../../src/model/record.ts";
import { library } from "../library.ts";
import { STORED } from "../open-form.tsx";
import { notedWork } from "../state/store-of.ts";

const config = await library();
const found = (id: string): Entity => {
  const entity = config.entities.get(id);
  if (entity === undefined) throw new Error(id);
  return entity;
};
/** The books, whose scores one widget edits. */
const books: Entity = {
  ...found("books"),
  fields: found("books").fields.map(
    (field): Field =>
      field.name === "scores" ? { ...field, widget: { name: "sliders", options: {} } } : field,
  ),
};
const PICTURE = { fileName: "a.png", imgUrl: "/a.png" };
const OTHER = { fileName: "b.png", imgUrl: "/b.png" };
const read = (values: RecordData) => ({ ...STORED, updatedById: null, ...values });
const BEFORE = { title: "Gulls", year: 1999, cover: PICTURE, scores: { readers: 5, staff: 5 } };

/** A form of the book in which something was typed, and then is pending. */
function formWith(typed: Readonly<Record<string, Json>>) {
  const store = makeFormStore({
    formFields: formFieldsOf(books),
    initial: initialRecord(books, read(BEFORE)),
    rules: { applyConditions: (wanted) => wanted, states: () => new Map(), errors: () => [] },
  });
  for (const [path, value] of Object.entries(typed)) store.change(path, value);
  const overlaps = (newer: RecordData) =>
    overlapsWith(books, store, read(BEFORE), read({ ...BEFORE, ...newer }));
  return { store, overlaps };
}

test("what both changed is told with what it was; not what one of them changed, nor what both made the same", () => {
  const { overlaps } = formWith({ title: "Terns", year: 2000 });
  expect(overlaps({ title: "Sea birds", genre: "guide" })).toEqual([
    { path: "/title", was: "Gulls", theirs: "Sea birds", mine: "Terns" },
  ]);
  expect(overlaps({ title: "Terns", year: 2000 })).toEqual([]);
  expect(overlaps({ title: null })).toEqual([{ path: "/title", was: "Gulls", theirs: null, mine: "Terns" }]);
});

test("of an object with one widget its parts are compared; of a picture the whole", () => {
  const { overlaps } = formWith({ scores: { readers: 6, staff: null }, cover: OTHER });
  expect(overlaps({ scores: { readers: 5, staff: 8 } })).toEqual([
    { path: "/scores/staff", was: 5, theirs: 8, mine: null },
  ]);
  expect(overlaps({ scores: { readers: 7, staff: 5 } })).toEqual([
    { path: "/scores/readers", was: 5, theirs: 7, mine: 6 },
  ]);
  const theirs = { ...PICTURE, imgUrl: "/c.png" };
  expect(overlaps({ cover: theirs })).toEqual([{ path: "/cover", was: PICTURE, theirs, mine: OTHER }]);
});

test("of an object that one of them has emptied, the whole", () => {
  const mine = { readers: 6, staff: 5 };
  expect(formWith({ scores: mine }).overlaps({ scores: null })).toMatchObject([
    { path: "/scores", was: BEFORE.scores, mine },
  ]);
  expect(formWith({ scores: null }).overlaps({ scores: mine })).toEqual([
    { path: "/scores", was: BEFORE.scores, theirs: mine, mine: null },
  ]);
});

test("of pending work, what stands in for its value is mine, told once", () => {
  const { store, overlaps } = formWith({ cover: OTHER });
  const standIn = { fileName: "new.png", imgUrl: "blob:new" };
  store.hold("cover", notedWork({ standIn }).work);
  expect(overlaps({ cover: null })).toEqual([{ path: "/cover", was: PICTURE, theirs: null, mine: standIn }]);
  store.hold("cover", notedWork().work);
  expect(overlaps({ cover: OTHER })).toEqual([{ path: "/cover", was: PICTURE, theirs: OTHER, mine: null }]);
});

test("only what was typed inside of an object stays in it; an object that was not typed is theirs", () => {
  const { store } = formWith({ scores: { readers: 6, staff: 5 }, cover: { ...OTHER, fileName: "a.png" } });
  const newer = read({ ...BEFORE, scores: { staff: 9 }, cover: { ...PICTURE, imgUrl: "/c.png" } });
  takeUnchanged(books, store, read(BEFORE), newer);
  expect(store.record()).toMatchObject({
    title: "Gulls",
    scores: { readers: 6, staff: 9 },
    // Pictures are never mixed.
    cover: { fileName: "a.png", imgUrl: "/b.png" },
  });
});

test("a draft's value that was not changed is theirs, also where they emptied it", () => {
  const field = (name: string): Field => {
    const one = books.fields.find((each) => each.name === name);
    if (one === undefined) throw new Error(name);
    return one;
  };
  const draft = (path: string, value: Json, was: Json) => ({ path, field: field(path), value, was });
  const fields = [draft("title", "Terns", "Terns"), draft("year", 2000, 1999), draft("isbn", "1", "1")];
  const newer = read({ title: "Sea birds", year: 2001, isbn: null });
  expect(draftOverNewer(fields, books, newer).map(({ value }) => value)).toEqual(["Sea birds", 2000, null]);
});

test("what was sent and is not in the answer is told, but not what was stored already, empty or secret", () => {
  const say = makeSay({});
  const told = (entity: Entity, sent: RecordData, answer: RecordData, stored?: RecordData) =>
    unkeptValues(
      entity,
      { stored: stored && read(stored), sent, answer: { ...STORED, updatedById: null, ...answer } },
      say,
    );
  const sent = { title: "Terns", year: 2000, isbn: "", genre: "novel" };
  expect(told(books, sent, { title: "Terns" })).toBe("Year: 2000");
  expect(told(books, sent, { title: "Terns" }, { title: "Gulls", year: 2000 })).toBe("");
  expect(told(books, sent, { genre: null }, { title: "Gulls" })).toBe("Title: Terns; Year: 2000");
  const member = { username: "ada", password: "secret", confirm: "secret" };
  expect(told(found("members"), member, { username: "ada" })).toBe("");
});
