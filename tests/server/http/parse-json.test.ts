import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../../src/server/http/parse-json.ts";

const MB = 1024 * 1024;
/** How many bytes of memory that it had not used before the process took in one turn of the event loop, at most. */
async function mostTouched(work: () => Promise<unknown>): Promise<number> {
  const pages = () => process.resourceUsage().minorPageFault;
  let [before, most] = [pages(), 0];
  const look = () => {
    const now = pages();
    most = Math.max(most, now - before);
    before = now;
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  await work();
  clearImmediate(next);
  return most * 4096;
}

const refused = { code: "BAD_REQUEST" };

describe("the JSON of a body", () => {
  it("is what JSON.parse makes of it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async (value) => {
        const text = JSON.stringify(value);
        const expected = JSON.parse(text, (key, inner) => (key === "__proto__" ? undefined : inner));
        expect(await parseJson(Buffer.from(text))).toEqual(expected);
      }),
    );
  });

  it.each([
    ["quotes and backslashes", '\\"'],
    ["backslashes", "\\"],
    ["brackets", '"[[['],
    ["characters of several bytes", "珍珠"],
  ])("wherever it is cut: %s", async (_, unit) => {
    for (const lead of ["", "x", "xy"]) {
      const value = { text: `${lead}${unit.repeat(MB / 3)}`, after: [1, "]"] };
      expect(await parseJson(Buffer.from(JSON.stringify(value)))).toEqual(value);
    }
  });

  it("is what JSON.parse makes of it, with long texts between and in each other's place", async () => {
    const unit = fc.constantFrom("x", "珍", "\u{1f375}", "\\", '"', "\n", "\u0000", "\ud83c", "é");
    const text = fc
      .tuple(fc.array(unit, { minLength: 1, maxLength: 7 }), fc.integer({ min: 0, max: 5 }))
      .map(
        ([units, lead]) => "y".repeat(lead) + units.join("").repeat(Math.ceil((MB * 0.28) / units.length)),
      );
    const value = fc.dictionary(fc.string(), fc.oneof(text, fc.tuple(fc.jsonValue(), text)), {
      maxKeys: 3,
    });
    await fc.assert(
      fc.asyncProperty(value, async (one) => {
        const body = JSON.stringify(one);
        const expected = JSON.parse(body, (key, inner) => (key === "__proto__" ? undefined : inner));
        const parsed = await parseJson(Buffer.from(body));
        expect(JSON.stringify(parsed) === JSON.stringify(expected)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it("copies no long text in one turn, whatever is beside it", async () => {
    const body = Buffer.from(JSON.stringify({ name: "珍珠", text: "x".repeat(15 * MB) }));
    const most: number[] = [];
    for (let run = 0; run < 3; run += 1) most.push(await mostTouched(() => parseJson(body)));
    expect(Math.min(...most)).toBeLessThan(4 * MB);
  });

  it.each([
    ["64 levels", `${"[".repeat(64)}${"]".repeat(64)}`],
    ["100,000 values, of which the list is one", `[${"1,".repeat(99_998)}1]`],
    ["100,000 texts, of which one is a list", `[${'"",'.repeat(99_998)}""]`],
    ["many lists of a text each, one level deep", `[${'[""],'.repeat(999)}[""]]`],
    ["two million escapes", `"${"\\n".repeat(2_000_000)}"`],
  ])("may have %s", async (_, text) => {
    expect(JSON.stringify(await parseJson(Buffer.from(text)))).toBe(text);
  });

  it.each([
    ["one value more than 100,000", `[${"1,".repeat(99_999)}1]`],
    ["one escape more than two million", `"${"\\n".repeat(2_000_001)}"`],
    ["many lists", `[${"[],".repeat(10 * MB)}0]`],
    ["one text more than 100,000 values", `[${'"",'.repeat(99_999)}""]`],
    ["many numbers", `[${"1,".repeat(200_000)}0]`],
    ["many keys", `{${Array.from({ length: 100_001 }, (_, at) => `"${at}":1`).join()}}`],
    ["many escapes", `"${'\\"'.repeat(2_000_001)}"`],
    ["too deep", `${"[".repeat(65)}${"]".repeat(65)}`],
    ["too deep beyond a long text", `["${"x".repeat(MB)}",${"[".repeat(70)}${"]".repeat(71)}`],
    ["half a character", '"\xff"'],
    ["half a character in a long text", `"${"x".repeat(MB)}\xff"`],
    ["a line break in a long text", `"${"x".repeat(MB)}\n"`],
    ["half an escape in a long text", `"${"x".repeat(MB)}\\u12"`],
    ["a long key", `{"${"x".repeat(MB)}":1}`],
    ["what stands for long texts", JSON.stringify(["x".repeat(MB), "\u{10fffd}0"])],
    ["no JSON", "{"],
  ])("is refused: %s", async (_, text) => {
    const began = performance.now();
    await expect(parseJson(Buffer.from(text, "latin1"))).rejects.toMatchObject(refused);
    expect(performance.now() - began).toBeLessThan(500);
  });

  it("loses its __proto__ keys at every depth", async () => {
    const value = await parseJson(Buffer.from('{"a":[{"__proto__":{"x":1},"b":2}],"__proto__":1}'));
    expect(JSON.stringify(value)).toBe('{"a":[{"b":2}]}');
  });
});
