import { expect, it } from "vitest";
import { listedTexts } from "../../src/record/listed-texts.ts";

it.each([
  ["en", "A, B, C"],
  ["zh-TW", "A、B、C"],
  ["ja", "A、B、C"],
  ["de", "A, B, C"],
])("%s: texts stand apart with the comma of the language", (language, text) => {
  expect(listedTexts(["A", "B", "C"], language)).toBe(text);
  expect(listedTexts(["A"], language)).toBe("A");
});
