import { expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { type Loose, libraryWith, PLUGINS } from "../../model/library.ts";

const BOOKS = "entities/books.json";

async function reported(changes: Parameters<typeof libraryWith>[0]) {
  const { problems } = checkConfig(await libraryWith(changes), PLUGINS);
  return problems.map(({ code, file, path }) => `${code} ${file}#${path}`);
}

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
  expect(await reported({ "app.json": limit(most) })).toEqual([]);
  for (const value of [most + 1, 1e300]) {
    expect(await reported({ "app.json": limit(value) })).toEqual([`BAD_VALUE app.json#/limits/${name}`]);
  }
});

it("a field has a thousand choices at most", async () => {
  const choices = (length: number) => (json: Loose) => {
    const labels: Record<string, string> = {};
    for (let index = 0; index < length; index++) labels[`c${index}`] = `Choice ${index}`;
    json.schema.properties.size = { type: "string", title: "Size", enum: Object.keys(labels), labels };
  };
  expect(await reported({ [BOOKS]: choices(1000) })).toEqual([]);
  expect(await reported({ [BOOKS]: choices(1001) })).toEqual([
    `BAD_VALUE ${BOOKS}#/schema/properties/size/enum`,
  ]);
});

it("what is wrong thousands of times is reported in seconds", async () => {
  const start = performance.now();
  const found = await reported({
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
