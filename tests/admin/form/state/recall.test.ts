import { describe, expect, it } from "vitest";
import { makeRestoredWorks, recall } from "../../../../src/admin/form/state/recall.ts";
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
