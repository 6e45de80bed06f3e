import { describe, expect, it } from "vitest";
import { mergeNames, movedNames, pairGroups } from "../../../src/compiler/changes/order.ts";

const of = (text: string) => [...text];

it.each([
  ["abc", "abc", ""],
  ["abcd", "dabc", "d"],
  ["abcd", "bcda", "a"],
  ["abcde", "badce", "ad"],
  ["abc", "xcy", ""],
  ["", "ab", ""],
])("from %s to %s the fewest that move are %s", (before, after, moved) => {
  expect(movedNames(of(before), of(after)).size).toBe(moved.length);
  if (moved.length < 2) expect([...movedNames(of(before), of(after))].join("")).toBe(moved);
});

it("a removed name stands behind the one that it stood behind", () => {
  expect(mergeNames(of("xaybz"), of("ba")).join("")).toBe("xbzay");
  expect(mergeNames(of("xy"), []).join("")).toBe("xy");
});

describe("groups without a name are paired", () => {
  const group = (label: string, members: string) => ({ label, members: of(members) });
  const pairs = (before: readonly ReturnType<typeof group>[], after: readonly ReturnType<typeof group>[]) => [
    ...pairGroups(before, after),
  ];

  it("by their labels, those of one label in their order", () => {
    expect(pairs([group("A", "a"), group("B", "b")], [group("B", "a"), group("A", "b")])).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(pairs([group("", "a"), group("", "b")], [group("", "x"), group("", "y")])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it("else by most members, each once; without any in common not at all", () => {
    expect(pairs([group("A", "abc")], [group("B", "a"), group("C", "bc")])).toEqual([[0, 1]]);
    expect(pairs([group("A", "abc"), group("B", "c")], [group("B", "ab"), group("D", "c")])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(pairs([group("A", "a"), group("B", "a")], [group("C", "a")])).toEqual([[0, 0]]);
    expect(pairs([group("A", "a")], [group("B", "b")])).toEqual([]);
  });
});
