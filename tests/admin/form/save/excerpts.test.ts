import { describe, expect, test } from "vitest";
import { excerpts } from "../../../../src/admin/form/save/excerpts.ts";

const words = (count: number) => "word ".repeat(count);
const tea = (count: number) => "茶".repeat(count);

describe("texts to be compared", () => {
  test("are whole up to 240 characters each, else all are cut", () => {
    const [most, more] = ["x".repeat(240), "x".repeat(241)];
    expect(excerpts([most, `y${most.slice(1)}`])).toEqual([most, `y${most.slice(1)}`]);
    expect(excerpts(["y", more])).toEqual(["y", `${most} …`]);
    const other = `y${most.slice(1)}`;
    expect(excerpts([more, other])).toEqual([`${most} …`, other]);
  });

  test("begin at the next word sixty characters before they differ", () => {
    expect(excerpts([`${words(100)}old`, `${words(100)}new`])).toEqual([
      `… ${words(11)}old`,
      `… ${words(11)}new`,
    ]);
    const head = `${words(12)}ab`;
    expect(excerpts([`${head}x${words(60)}`, `${head}y${words(60)}`])[0]).toMatch(/^… (word ){11}abxword /);
  });

  test("begin at their own beginning where they differ near it", () => {
    expect(excerpts([`one ${words(100)}`, `two ${words(100)}`])).toEqual([
      `one ${words(46)}word …`,
      `two ${words(46)}word …`,
    ]);
    // Sixty characters are still from the beginning.
    const [first] = excerpts([`${words(12)}one ${words(100)}`, `${words(12)}two ${words(100)}`]);
    expect(first).toMatch(/^word /);
  });

  test("of which one goes on where the other ends differ there", () => {
    expect(excerpts([words(60), `${words(60)}end`])).toEqual([`… ${words(11)}`, `… ${words(11)}end`]);
    // Of more than two, wherever any differs from the first.
    const [one] = excerpts([words(100), words(100), `${words(30)}else ${words(69)}`]);
    expect(one).toMatch(/^… (word ){40,}word …$/);
  });

  test("with signs of two code units are compared to their end", () => {
    const [first] = excerpts([
      `${"😀".repeat(200)}a${"y".repeat(100)}`,
      `${"😀".repeat(200)}b${"y".repeat(100)}`,
    ]);
    expect(first).toMatch(/^… (😀){30}ay+$/u);
  });

  test("without blanks are cut anywhere, at both ends", () => {
    expect(excerpts([tea(400), `${tea(300)}水`])).toEqual([`… ${tea(160)}`, `… ${tea(60)}水`]);
    expect(excerpts([tea(1000), `${tea(300)}水`])[0]).toBe(`… ${tea(240)} …`);
    // The next word begins too far away to be waited for.
    const far = `${"x".repeat(321)} ${words(20)}`;
    expect(excerpts([`${far}one`, `${"x".repeat(300)}two`])[0]).toMatch(/^… x{81} word/);
  });
});
