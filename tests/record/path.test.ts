import { describe, expect, it } from "vitest";
import { makeFields } from "../../src/compiler/resolve/make-fields.ts";
import {
  below,
  fieldAt,
  fieldsOn,
  isIndex,
  isWithin,
  joinPath,
  pathOfPointer,
  patternOf,
  pointerOfPath,
  readPath,
  schemaPointer,
  segmentsOf,
  splitPath,
  valueAt,
  writePath,
} from "../../src/record/path.ts";

/** Names that mean something in one of the ways a place is written. */
const ODD = ["a.b", "a/b", "a~b", "~1", "~0", "~01", "/", "", " ", "0", "*", "__proto__", "constructor", "é"];

describe("a pointer", () => {
  it("takes every name, and gives it back", () => {
    expect(segmentsOf(below("", ...ODD))).toEqual(ODD);
    for (const name of ODD) expect(segmentsOf(below("/x", name, 3))).toEqual(["x", name, "3"]);
  });

  it("is written as RFC 6901 says", () => {
    expect(below("", "a/b", "m~n", 0)).toBe("/a~1b/m~0n/0");
    expect(below("")).toBe("");
    expect(below("", "")).toBe("/");
    expect(segmentsOf("")).toEqual([]);
    expect(segmentsOf("/")).toEqual([""]);
    expect(segmentsOf("/~01")).toEqual(["~1"]);
  });
});

describe("a path", () => {
  it("is a pointer in other words, indexes included", () => {
    for (const [path, pointer] of [
      ["", ""],
      ["name", "/name"],
      ["scores.wom", "/scores/wom"],
      ["images.0", "/images/0"],
      ["slots.2.item", "/slots/2/item"],
      ["slots.*.item", "/slots/*/item"],
    ] as const) {
      expect(pathOfPointer(pointer)).toBe(path);
      expect(pointerOfPath(path)).toBe(pointer);
      expect(joinPath(splitPath(path))).toBe(path);
    }
    expect(joinPath(["slots", 2, "item"])).toBe("slots.2.item");
    expect(pathOfPointer("/a~1b/2/c~0d")).toBe("a/b.2.c~d");
  });

  it("follows the pattern with * for each index", () => {
    expect(patternOf("slots.2.item")).toBe("slots.*.item");
    expect(patternOf("lists.0.10")).toBe("lists.*.*");
    expect(patternOf("a1.x2y")).toBe("a1.x2y");
    expect(patternOf("slots.*.item")).toBe("slots.*.item");
    expect(patternOf("")).toBe("");
  });

  it("is within itself and what is around it, never within a name that only begins alike", () => {
    expect(isWithin("a", "a")).toBe(true);
    expect(isWithin("a.b.0", "a")).toBe(true);
    expect(isWithin("ab", "a")).toBe(false);
    expect(isWithin("a", "a.b")).toBe(false);
  });

  it.each(["0", "10", "007"])("has an index in %j", (text) => expect(isIndex(text)).toBe(true));
  it.each(["", "-1", "1.5", "1e3", "a1", "*"])("has none in %j", (text) => expect(isIndex(text)).toBe(false));
});

describe("a value", () => {
  const record = { name: "n", o: { a: 1, l: [{ x: "x" }] }, none: null };

  it("is found by its segments and by its path", () => {
    expect(valueAt(record, ["o", "l", "0", "x"])).toBe("x");
    expect(valueAt(record, [])).toBe(record);
    expect(readPath(record, "o.l.0.x")).toBe("x");
    expect(readPath(record, "o")).toBe(record.o);
    expect(readPath(record, "none")).toBeNull();
  });

  it.each(["", "x", "o.x", "name.length", "o.l.length", "none.a", "o.l.1", "o.l.*", ".name", "name."])(
    "is not there at %j",
    (path) => expect(readPath(record, path)).toBeUndefined(),
  );

  it.each(["__proto__", "constructor", "toString", "o.__proto__", "o.l.map", "name.constructor"])(
    "is never what every object has (%s)",
    (path) => expect(readPath(record, path)).toBeUndefined(),
  );

  it("is written beside what stays as it is", () => {
    const next = writePath(record, "o.a", 2);
    expect(next).toEqual({ ...record, o: { ...record.o, a: 2 } });
    expect(readPath(next, "o.l")).toBe(record.o.l);
    expect(record.o.a).toBe(1);
    expect(writePath(record, "none.a.b", 1)).toEqual({ ...record, none: { a: { b: 1 } } });
  });

  it("is written under __proto__ as under any name, and nothing else gets it", () => {
    const next = writePath({}, "__proto__.a", 1);
    expect(Object.keys(next)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(next)).toBe(Object.prototype);
    expect(Reflect.get({}, "a")).toBeUndefined();
  });
});

describe("the field at a place", () => {
  const fields = makeFields(
    {
      name: { type: "string" },
      scores: { type: "object", properties: { wom: { type: "number" } } },
      slots: { type: "array", items: { type: "object", properties: { item: { type: "string" } } } },
      grid: { type: "array", items: { type: "array", items: { type: "number" } } },
    },
    [],
  );
  const patterns = (path: string) => fieldsOn(fields, splitPath(path)).map((placed) => placed.path);

  it("is found through objects and lists, and says its pattern", () => {
    expect(patterns("scores.wom")).toEqual(["scores", "scores.wom"]);
    expect(patterns("slots.12.item")).toEqual(["slots", "slots.*", "slots.*.item"]);
    expect(patterns("slots.*.item")).toEqual(["slots", "slots.*", "slots.*.item"]);
    expect(fieldAt(fields, ["slots", "12", "item"])?.field).toBe(fields[2]?.items?.fields?.[0]);
  });

  it("knows of items which list they are in, and of nothing else", () => {
    const inner = fieldAt(fields, ["grid", "0", "1"]);
    expect(inner?.list?.path).toBe("grid.*");
    expect(inner?.list?.list?.path).toBe("grid");
    expect(fieldAt(fields, ["slots", "0", "item"])?.list).toBeUndefined();
  });

  it("is none where the way leads out of the fields", () => {
    for (const path of ["", "other", "name.x", "name.0", "slots.x", "slots.item", "scores.0", "constructor"])
      expect(fieldAt(fields, splitPath(path)), path).toBeUndefined();
    expect(patterns("slots.0.other.more")).toEqual(["slots", "slots.*"]);
  });

  it("is written in the config where its pattern says", () => {
    expect(schemaPointer("slots.*.item")).toBe("/properties/slots/items/properties/item");
    expect(schemaPointer("grid.*.*")).toBe("/properties/grid/items/items");
    expect(schemaPointer("")).toBe("");
  });
});
