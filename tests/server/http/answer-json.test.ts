import fc from "fast-check";
import { expect, it } from "vitest";
import { answerJson, isLonger } from "../../../src/server/http/answer-json.ts";

/** The text of an answer in the pieces in which it comes, however short it is. */
async function piecesOf(value: unknown): Promise<string[]> {
  const text = answerJson(value, -1);
  return typeof text === "string" ? [text] : await text.toArray();
}

it("the pieces are what JSON.stringify makes of it, whatever it is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 7 }), async (value) => {
      expect((await piecesOf(value)).join("")).toBe(JSON.stringify(value));
    }),
  );
});

it("nor is there another text where a key has no value, or a text half a character", async () => {
  const odd = { a: undefined, b: [undefined, { c: undefined }], d: {}, e: [], '"': "\ud800" };
  expect((await piecesOf(odd)).join("")).toBe(JSON.stringify(odd));
});

it("only from 256 kB on", () => {
  const [short, long] = [256 * 1024, 256 * 1024 + 1].map((length) => answerJson("x".repeat(length)));
  expect([typeof short, typeof long]).toEqual(["string", "object"]);
});

it("a long answer is made in pieces, with turns for everyone else", async () => {
  const records = Array.from({ length: 100 }, (_, index) => ({
    _id: String(index),
    text: "ab\n".repeat(100_000),
  }));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const pieces = await piecesOf({ records, total: 100 });
  isOver = true;
  expect(pieces.length).toBeGreaterThan(50);
  expect(turns).toBeGreaterThan(1);
  expect(pieces.join("")).toBe(JSON.stringify({ records, total: 100 }));
});

it("the long texts of one field of one record are pieces of their own", async () => {
  const text = "x".repeat(300_000);
  const answer = { records: [{ article: { first: text, second: text } }] };
  const pieces = await piecesOf(answer);
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.join("")).toBe(JSON.stringify(answer));
});

it("a value is longer than a limit once it is beyond it: texts and keys by their characters, all else by four", () => {
  expect([isLonger("abc", 3), isLonger("abcd", 3)]).toEqual([false, true]);
  expect([isLonger({ ab: [1, "xyz"] }, 11), isLonger({ ab: [1, "xyz"] }, 10)]).toEqual([false, true]);
});
