import { describe, expect, test } from "vitest";
import { chosenIn, moved, pictureIn, slotField, slotsOf } from "./slots.ts";

describe("the field that names a record", () => {
  const reference = { entity: "books", label: "title", fields: [], tree: false };
  test("is the first that is a reference", () => {
    const fields = {
      note: {},
      book: { reference },
      author: { reference: { ...reference, entity: "authors" } },
    };
    expect(slotField({ items: { fields } })).toEqual({ name: "book", reference });
  });
  test("is none where the items have none", () => {
    for (const rules of [{}, { items: {} }, { items: { fields: { note: {} } } }])
      expect(slotField(rules)).toBeUndefined();
  });
});

describe("slots", () => {
  test("are the items; what is no object is an empty one", () => {
    expect(slotsOf([{ a: 1 }, null, [1], "x", undefined])).toEqual([{ a: 1 }, {}, {}, {}, {}]);
    for (const value of [null, undefined, { length: 1 }, "text"]) expect(slotsOf(value)).toEqual([]);
  });
  test("hold what their own field has", () => {
    expect(chosenIn({ book: "b1" }, "book")).toBe("b1");
    expect(chosenIn({ book: null }, "book")).toBeNull();
    expect(chosenIn({}, "constructor")).toBeNull();
  });
  test.each([
    [0, 2, ["b", "c", "a"]],
    [2, 0, ["c", "a", "b"]],
    [1, 1, ["a", "b", "c"]],
    [3, 0, ["a", "b", "c"]],
  ])("move from %d to %d", (from, to, list) => {
    expect(moved(["a", "b", "c"], from, to)).toEqual(list);
  });
});

test.each([
  [{ cover: { imgUrl: "/a.png" } }, "cover", "/a.png"],
  [{ covers: [{ imgUrl: "/a.png" }, { imgUrl: "/b.png" }] }, "covers", "/a.png"],
  [{ more: { cover: { imgUrl: "/a.png" } } }, "more.cover", "/a.png"],
  [{ cover: { imgUrl: "" } }, "cover", undefined],
  [{ cover: { imgUrl: 7 } }, "cover", undefined],
  [{ cover: { fileName: "a.png" } }, "cover", undefined],
  [{ cover: null }, "cover", undefined],
  [{ cover: "/a.png" }, "cover", undefined],
  [{ covers: [] }, "covers", undefined],
  [undefined, "cover", undefined],
])("the picture of %j at %s is %s", (record, path, url) => {
  expect(pictureIn(record, path)).toBe(url);
});
