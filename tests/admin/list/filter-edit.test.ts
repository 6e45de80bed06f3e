import { describe, expect, it } from "vitest";
import {
  anyOf,
  between,
  chosenValues,
  conditionsOn,
  emptiness,
  isSameFilter,
  rangeOf,
  valueConditions,
  withConditions,
} from "../../../src/admin/list/filter/filter-edit.ts";
import type { ListFilterCondition, ListFilterQuery } from "../../../src/wire/list-filter-query.ts";

const is = (field: string, value: ListFilterCondition["value"]): ListFilterCondition => ({
  field,
  op: "eq",
  value,
});
const A = is("a", 1);
const B = is("b", 2);
const C = is("c", 3);

describe("the filter of a list", () => {
  it("has the new conditions on a field where the old ones stood, else at its end", () => {
    const filter: ListFilterQuery = [A, { field: "b", op: "gte", value: 1 }, C, { ...B, op: "lte" }];
    expect(conditionsOn(filter, "b")).toEqual([filter[1], filter[3]]);
    expect(withConditions(filter, "b", [B])).toEqual([A, B, C]);
    expect(withConditions(filter, "a", [])).toEqual(filter.slice(1));
    expect(withConditions([A], "b", [B])).toEqual([A, B]);
  });

  it("tells whether a field shall be empty from what its value shall be", () => {
    const empty = (value: ListFilterCondition["value"]): ListFilterCondition => ({
      field: "a",
      op: "empty",
      value,
    });
    expect(valueConditions([empty(false), A])).toEqual([A]);
    expect([empty(true), empty(false), empty("x")].map((one) => emptiness([A, one]))).toEqual([
      true,
      false,
      undefined,
    ]);
    expect(emptiness([is("a", true)])).toBeUndefined();
  });

  it("gives the values of which one is asked for, and the condition for them", () => {
    expect(chosenValues([{ field: "a", op: "in", value: ["x", 2] }, is("a", "y")])).toEqual(["x", 2, "y"]);
    expect(chosenValues([{ field: "a", op: "gte", value: 2 }, is("a", true)])).toEqual([]);
    expect(anyOf("a", [])).toEqual([]);
    expect(anyOf("a", ["x"])).toEqual([is("a", "x")]);
    expect(anyOf("a", ["x", 2])).toEqual([{ field: "a", op: "in", value: ["x", 2] }]);
  });

  it("gives the bounds of a range, and the condition for them; a single value is both", () => {
    const range = between("a", 1, 3);
    expect(range).toEqual([
      { field: "a", op: "gte", value: 1 },
      { field: "a", op: "lte", value: 3 },
    ]);
    expect(rangeOf(range)).toEqual({ from: 1, to: 3 });
    expect(between("a", 2, 2)).toEqual([is("a", 2)]);
    expect(rangeOf([is("a", 2)])).toEqual({ from: 2, to: 2 });
    expect(between("a", 1, undefined)).toEqual(range.slice(0, 1));
    expect(between("a", undefined, 3)).toEqual(range.slice(1));
    expect(between("a", undefined, undefined)).toEqual([]);
  });

  it("asks for the same in whichever order it is written", () => {
    expect(isSameFilter([A, B], [B, A])).toBe(true);
    expect(isSameFilter([A, B], [A])).toBe(false);
    expect(isSameFilter([A], [{ ...A, op: "gte" }])).toBe(false);
  });
});
