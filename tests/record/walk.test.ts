import { describe, expect, it } from "vitest";
import { makeFields } from "../../src/compiler/resolve/make-fields.ts";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import type { Json } from "../../src/model/record.ts";
import {
  FIELDS,
  type MakeValue,
  mapAt,
  mapAtInTurn,
  mapInside,
  mapObject,
  namedFields,
  placesAt,
  referencesThrough,
  SCHEMAS,
  valuesAt,
  walkFields,
  walkObject,
  walkTree,
  walkValue,
} from "../../src/record/walk.ts";

const properties: Record<string, FieldSchema> = {
  name: { type: "string" },
  o: { type: "object", properties: { x: { type: "string" }, y: { type: "number" } } },
  l: { type: "array", items: { type: "object", properties: { x: { type: "string" } } } },
  grid: { type: "array", items: { type: "array", items: { type: "number" } } },
};
const fields = makeFields(properties, []);

describe("walkFields", () => {
  it("goes through every field once, outer ones first, by pattern", () => {
    const walked = [...walkFields(fields)];
    expect(walked.map(({ path }) => path)).toEqual(
      ["name", "o", "o.x", "o.y", "l", "l.*", "l.*.x", "grid", "grid.*", "grid.*.*"], //
    );
    expect(walked.filter(({ list }) => list !== undefined).map(({ list }) => list?.path)).toEqual(
      ["l", "grid", "grid.*"], //
    );
  });
});

it("a path leads through the references before its end, in items of lists too", () => {
  const pet: FieldSchema = { type: "string", reference: { entity: "pets", label: "name" } };
  const visits: FieldSchema = { type: "array", items: { type: "object", properties: { pet } } };
  const owned = makeFields({ pet, petted: pet, visits }, []);
  const through = (...paths: string[]) => referencesThrough(owned, paths).map(({ path }) => path);
  expect(through("pet.name", "petted")).toEqual(["pet"]);
  expect(through("visits.0.pet.name")).toEqual(["visits.*.pet"]);
  expect(through("visits.*.pet.name", "pet.name")).toEqual(["pet", "visits.*.pet"]);
  expect(through("pet", "visits.0.pet", "visits", "")).toEqual([]);
});

describe("walkTree", () => {
  it("leaves out a field of which nothing is said, with all inside it", () => {
    const place = ({ name, path }: { name: string; path: string }, around: { way: string } | undefined) =>
      name === "*" ? undefined : { path, way: `${around?.way ?? ""} ${name}` };
    const walked = [...walkTree(SCHEMAS, Object.entries(properties), place)];
    expect(walked.map(({ path }) => path)).toEqual(["name", "o", "o.x", "o.y", "l", "grid"]);
    expect(walked.map(({ way }) => way).slice(0, 3)).toEqual([" name", " o", " o x"]);
  });
});

describe("walkValue and walkObject", () => {
  const record = { name: null, o: { x: "a", z: 1 }, l: [{ x: "b" }, "c"], grid: [[1], 2], other: 1 };

  it("pair each value with its field, wherever the two go together", () => {
    const walked = [...walkObject(FIELDS, namedFields(fields), record)];
    expect(walked.map(({ pointer, value }) => [pointer, value])).toEqual([
      ["/name", null],
      ["/o", record.o],
      ["/o/x", "a"],
      ["/l", record.l],
      ["/l/0", { x: "b" }],
      ["/l/0/x", "b"],
      ["/l/1", "c"],
      ["/grid", record.grid],
      ["/grid/0", [1]],
      ["/grid/0/0", 1],
      ["/grid/1", 2],
    ]);
    expect(walked[2]?.field).toBe(fields[1]?.fields?.[0]);
  });

  it("go through schemas alike", () => {
    const schema: FieldSchema = { type: "object", properties };
    const walked = [...walkValue(SCHEMAS, schema, record, "/at")].map(({ pointer }) => pointer);
    expect(walked.slice(0, 4)).toEqual(["/at", "/at/name", "/at/o", "/at/o/x"]);
    expect(walked).toHaveLength(12);
  });

  it("find nothing that every object has", () => {
    const text: FieldSchema = { type: "string" };
    const odd = makeFields({ constructor: text, toString: text }, []);
    expect([...walkObject(FIELDS, namedFields(odd), {})]).toEqual([]);
  });
});

describe("mapObject and mapInside", () => {
  it("map a whole value from inside `make`, without keys of no field", () => {
    const seen: string[] = [];
    const double: MakeValue = (field, value, pointer) => {
      seen.push(pointer);
      if (typeof value === "number") return value * 2;
      return value === undefined ? undefined : mapInside(field, value, double, pointer);
    };
    const record = { grid: [[1, 2], [3]], o: { y: 4, z: 5 }, l: "wrong", other: 6 };
    const mapped = mapObject(fields, record, double);
    expect(mapped).toEqual({ o: { y: 8 }, l: "wrong", grid: [[2, 4], [6]] });
    expect(Object.keys(mapped)).toEqual(["o", "l", "grid"]);
    expect(seen).toContain("/grid/0/1");
    expect(seen).toContain("/o/x");
  });

  it("keep an item's place where `make` answers nothing", () => {
    const [, , list] = fields;
    expect(list && mapInside(list, [{}, {}], () => undefined)).toEqual([null, null]);
  });
});

describe("places of a pattern", () => {
  const record = { l: [{ x: "a" }, {}, { x: null }, 1], o: {}, name: "n", grid: [[1, 2], 3] };
  const pointers = (pattern: string) => placesAt(record, pattern).map(({ pointer }) => pointer);

  it("are there wherever the object or list around is", () => {
    expect(pointers("l.*.x")).toEqual(["/l/0/x", "/l/1/x", "/l/2/x"]);
    expect(pointers("grid.*.*")).toEqual(["/grid/0/0", "/grid/0/1"]);
    expect(pointers("o.x")).toEqual(["/o/x"]);
    expect(pointers("name.x")).toEqual([]);
    expect(pointers("o.*")).toEqual([]);
    expect(pointers("none")).toEqual(["/none"]);
    expect(valuesAt(record, "l.*.x")).toEqual([{ pointer: "/l/0/x", value: "a" }]);
  });

  it("are given other values, and the record is the same where nothing changes", async () => {
    const upper = ({ value }: { value: Json }) => (typeof value === "string" ? value.toUpperCase() : value);
    const mapped = mapAt(record, "l.*.x", upper);
    expect(mapped).toEqual({ ...record, l: [{ x: "A" }, {}, { x: null }, 1] });
    expect(mapped.grid).toBe(record.grid);
    expect(mapAt(record, "grid.*.*", upper)).toBe(record);
    expect(mapAt(record, "name.x", () => 1)).toBe(record);
    expect(mapAt(record, "o.*", () => 1)).toBe(record);
    expect(mapAt(record, "o.x", () => 1)).toEqual({ ...record, o: { x: 1 } });
    expect(await mapAtInTurn(record, "l.*.x", async (place) => upper(place))).toEqual(mapped);
    expect(await mapAtInTurn(record, "grid.*.*", upper)).toBe(record);
  });

  it("are asked one after the other", async () => {
    const asked: string[] = [];
    await mapAtInTurn(record, "l.*.x", async ({ pointer, value }) => {
      asked.push(`${pointer} asked`);
      await Promise.resolve();
      asked.push(`${pointer} answered`);
      return value;
    });
    expect(asked.slice(0, 3)).toEqual(["/l/0/x asked", "/l/0/x answered", "/l/1/x asked"]);
  });
});
