import { expect, it } from "vitest";
import type { Loose } from "../../model/library.ts";
import { placesOf } from "./places.ts";

const BOOKS = "entities/books.json";

it.each([
  ["pageSize", 100],
  ["optionsPageSize", 100],
  ["loginTriesPerAccount", 100_000],
  ["loginTriesPerAddress", 100_000],
  ["imageBytes", 100_000_000],
  ["imagesPerUpload", 100],
  ["imageHours", 87_600],
  ["sessionHours", 87_600],
])("the limit %s is %d at most: beyond, the server would serve nobody", async (name, most) => {
  const limit = (value: number) => (json: Loose) => {
    json.limits[name] = value;
  };
  expect(await placesOf({ "app.json": limit(most) })).toEqual([]);
  for (const value of [most + 1, 1e300]) {
    expect(await placesOf({ "app.json": limit(value) })).toEqual([`BAD_VALUE app.json#/limits/${name}`]);
  }
});

it("a field has a thousand choices at most", async () => {
  const choices = (length: number) => (json: Loose) => {
    const labels: Record<string, string> = {};
    for (let index = 0; index < length; index++) labels[`c${index}`] = `Choice ${index}`;
    json.schema.properties.size = { type: "string", title: "Size", enum: Object.keys(labels), labels };
  };
  expect(await placesOf({ [BOOKS]: choices(1000) })).toEqual([]);
  expect(await placesOf({ [BOOKS]: choices(1001) })).toEqual([
    `BAD_VALUE ${BOOKS}#/schema/properties/size/enum`,
  ]);
});

it("an entity has five hundred fields at most, those inside others included", async () => {
  const fields = (count: number) => (json: Loose) => {
    const { properties } = json.schema;
    const there = Object.keys(properties).length + Object.keys(properties.scores.properties).length + 1;
    for (let index = there; index < count; index++) properties[`f${index}`] = { type: "string", title: "x" };
  };
  expect(await placesOf({ [BOOKS]: fields(500) })).toEqual([]);
  expect(await placesOf({ [BOOKS]: fields(501) })).toEqual([`BAD_VALUE ${BOOKS}#/schema/properties`]);
});

it("a day of a filter is at most a hundred years from today", async () => {
  const days = (today: number) => (json: Loose) => {
    json.list.views[1].filter[0].value = { today };
  };
  for (const far of [36_500, -36_500]) expect(await placesOf({ [BOOKS]: days(far) })).toEqual([]);
  for (const far of [36_501, -36_501])
    expect(await placesOf({ [BOOKS]: days(far) })).toEqual([
      `BAD_VALUE ${BOOKS}#/list/views/1/filter/0/value/today`,
    ]);
});

it("what is wrong thousands of times is reported in seconds", async () => {
  const start = performance.now();
  const found = await placesOf({
    "messages.json": (json) => {
      for (let index = 0; index < 3000; index++) json.en[`some.key${index}.ofNothing`] = "Nothing";
    },
    [BOOKS]: (json) => {
      for (let index = 0; index < 20_000; index++) json[`key${index}`] = index;
    },
  });
  expect(found.length).toBeGreaterThan(3000);
  expect(performance.now() - start).toBeLessThan(6000);
});
