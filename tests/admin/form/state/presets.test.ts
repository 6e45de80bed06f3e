import { expect, test } from "vitest";
import { presetParameter, presetsIn, withPresets } from "../../../../src/admin/form/state/presets.ts";
import { makeFields } from "../../../../src/compiler/resolve/make-fields.ts";
import type { Entity } from "../../../../src/model/entity.ts";
import { library } from "../library.ts";

const text = { type: "string" } as const;
const books = (await library()).entities.get("books");
if (books === undefined) throw new Error("no books");
const entity: Entity = {
  ...books,
  fields: makeFields(
    {
      name: text,
      count: { type: "integer" },
      on: { type: "boolean" },
      size: { ...text, enum: ["s", "m"] },
      secret: { ...text, writeOnly: true },
      again: { ...text, formOnly: true },
      story: { ...text, format: "html" },
      picture: { type: "object", image: true },
      tags: { type: "array", items: text },
      place: { type: "object", properties: { city: text, floor: { type: "integer" } } },
    },
    [],
  ),
};
const presets = (query: string, readOnly: readonly string[] = []) =>
  Object.fromEntries(presetsIn(new URLSearchParams(query), entity, readOnly));

test("an address fills in fields that hold one value, each with its kind", () => {
  expect(presets("preset[name]=Gulls&preset[count]=12&preset[on]=true&preset[size]=m&tab=2")).toEqual({
    name: "Gulls",
    count: 12,
    on: true,
    size: "m",
  });
  expect(presets("preset[place.city]=Taipei&preset[place.floor]=3")).toEqual({
    "place.city": "Taipei",
    "place.floor": 3,
  });
  expect(presets(`${presetParameter("name")}=Terns`)).toEqual({ name: "Terns" });
});

test.each([
  ["what the field does not take", "preset[count]=many&preset[on]=maybe&preset[size]=x"],
  ["what nobody reads or stores", "preset[secret]=1&preset[again]=1"],
  ["what is more than one value", "preset[story]=1&preset[picture]=1&preset[tags]=1&preset[place]=1"],
  ["no field", "preset[none]=1&preset[place.none]=1&preset[name.part]=1&preset[tags.0]=1"],
  ["what names none", "preset[]=1&preset=1&xpreset[name]=1&preset[name]x=1&preset[name][x]=1&name=1"],
])("but not %s", (_, query) => {
  expect(presets(query)).toEqual({});
});

test("nor a field that this person may not fill in, nor a part of one", () => {
  const query = "preset[name]=Gulls&preset[count]=12&preset[place.city]=Taipei";
  expect(presets(query, ["name", "place"])).toEqual({ count: 12 });
});

test("the record has what is filled in, beside what it had", () => {
  const filled = withPresets(
    { name: "a", place: { city: null, floor: 1 } },
    new Map([
      ["name", "Gulls"],
      ["place.city", "Taipei"],
    ]),
  );
  expect(filled).toEqual({ name: "Gulls", place: { city: "Taipei", floor: 1 } });
});
