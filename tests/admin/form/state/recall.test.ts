import { describe, expect, it } from "vitest";
import { makeRestoredWorks, recall, unsavedIn } from "../../../../src/admin/form/state/recall.ts";
import type { Field } from "../../../../src/model/entity.ts";
import type { Json } from "../../../../src/model/record.ts";

const field = (name: string, widget: string): Field => ({
  name,
  label: name,
  schema: { type: "string" },
  valueType: "string",
  required: false,
  conditions: [],
  whenHidden: "clear",
  widget: { name: widget, options: {} },
});
const photo = field("photo", "photos");
const form = (...fields: Field[]) => ({
  formFields: fields.map((one) => ({ path: one.name, field: one, tab: 0 })),
  initial: { photo: "stored" },
});
const draft = (value: Json, pending?: { standIn?: Json; work?: unknown }) => [
  { path: "photo", field: photo, value, was: "stored", ...(pending && { pending }) },
];
const recalled = (fields: ReturnType<typeof draft>, into = form(photo), now: Json = "stored") => {
  const { changes, values, works, orphaned, abandoned } = recall(fields, into, { photo: now });
  return {
    changes: changes.map(({ formField, shown }) => [formField.path, shown]),
    values: [...values],
    works: [...works],
    lost: [...orphaned, ...abandoned].map(([path, one]) => [path, one.value]),
  };
};

describe("a draft in the form of the present config", () => {
  it("types what was typed, and shows it only where it would change something", () => {
    expect(recalled(draft("typed"))).toEqual({
      changes: [["photo", "typed"]],
      values: [["photo", "typed"]],
      works: [],
      lost: [],
    });
    expect(recalled(draft("typed"), form(photo), "typed").changes).toEqual([]);
    expect(recalled(draft(null)).changes).toEqual([["photo", null]]);
  });

  it("gives the widget its pending work back, shown by what stands in for its value", () => {
    const work = { files: [] };
    expect(recalled(draft("stored", { standIn: "a.png", work }))).toEqual({
      changes: [["photo", "a.png"]],
      values: [],
      works: [["photo", work]],
      lost: [],
    });
  });

  it("lists the work of a field that has another widget now, or is gone", () => {
    const fields = draft("stored", { standIn: "a.png", work: {} });
    for (const into of [form(field("photo", "text")), form()])
      expect(recalled(fields, into)).toEqual({
        changes: [],
        values: [],
        works: [],
        lost: [["photo", "a.png"]],
      });
  });

  it("lists work that its widget does not give away, unless the value has all there is", () => {
    expect(recalled(draft("stored", { standIn: "a.png" })).lost).toEqual([["photo", "a.png"]]);
    expect(recalled(draft("typed", { standIn: "a.png" })).lost).toEqual([]);
  });
});

it("work waits for a widget that is not there yet, and is given once", () => {
  const works = makeRestoredWorks();
  const given: unknown[] = [];
  works.give("photo", 1);
  expect([...works.waiting]).toEqual([["photo", 1]]);
  const stop = works.listen("photo", (draft) => given.push(draft));
  expect(works.waiting.size).toBe(0);
  works.give("photo", 2);
  stop();
  works.give("photo", 3);
  expect(given).toEqual([1, 2]);
  expect([...works.waiting]).toEqual([["photo", 3]]);
});

it("lists what its widget has work for, and what stands in for the value alone, by what each has", () => {
  const work = { files: [] };
  // The work goes on without a stand-in; what was typed before stays.
  expect(recalled(draft("typed", { work }))).toEqual({
    changes: [["photo", "typed"]],
    values: [["photo", "typed"]],
    works: [["photo", work]],
    lost: [],
  });
  // Another widget cannot go on; what was typed is there, and what the work had made is told.
  expect(recalled(draft("typed", { standIn: "a.png", work }), form(field("photo", "text")))).toEqual({
    changes: [["photo", "typed"]],
    values: [["photo", "typed"]],
    works: [],
    lost: [["photo", "a.png"]],
  });
  expect(recalled(draft("stored", { work }), form()).lost).toEqual([]);
  // Of a field that is emptied on the page meanwhile.
  expect(recalled(draft("typed"), form(photo), null).changes).toEqual([["photo", "typed"]]);
});

it("what is unsaved are values that differ, and pending work with what it gives away", () => {
  const fields = ["same", "typed", "work", "waits", "bare", "empty"].map((name) => field(name, "text"));
  const shape = form(...fields);
  const prepare = async () => null;
  const unsaved = unsavedIn({
    formFields: shape.formFields,
    initial: { same: "a", typed: "a", work: "a", waits: "a", bare: "a", empty: null },
    wanted: { same: "a", typed: "b", work: "a", waits: "a", bare: "b", empty: "" },
    orphaned: new Map([["gone", { field: photo, value: "typed" }]]),
    works: new Map([
      ["work", { prepare, draft: { files: 1 }, standIn: "w.png" }],
      ["bare", { prepare }],
    ]),
    waiting: new Map([["waits", { files: 2 }]]),
  });
  expect(unsaved.map(({ field: _, ...one }) => one)).toEqual([
    { path: "typed", value: "b", was: "a" },
    { path: "work", value: "a", was: "a", pending: { work: { files: 1 }, standIn: "w.png" } },
    { path: "waits", value: "a", was: "a", pending: { work: { files: 2 } } },
    { path: "bare", value: "b", was: "a", pending: {} },
    { path: "gone", value: "typed", was: null },
  ]);
});

it("a widget that stops listening keeps another that listens since", () => {
  const works = makeRestoredWorks();
  const given: string[] = [];
  const stopFirst = works.listen("photo", () => given.push("first"));
  works.listen("photo", () => given.push("second"));
  stopFirst();
  works.give("photo", {});
  works.give("other", {});
  expect([given, [...works.waiting.keys()]]).toEqual([["second"], ["other"]]);
});
