import { expect, it } from "vitest";
import { languageFor } from "../../src/wire/language.ts";

const LANGUAGES = ["en", "zh-TW", "zh-CN", "pt-BR"];

it.each([
  ["zh-CN", "zh-CN"],
  ["zh-cn", "zh-CN"],
  ["ZH-TW, en", "zh-TW"],
  ["nl, en", "en"],
  // Of the same language the first, but for the very tag.
  ["zh", "zh-TW"],
  ["zh-HK", "zh-TW"],
  ["pt", "pt-BR"],
  ["EN-GB", "en"],
  ["nl,fr", undefined],
  ["", undefined],
  ["e", undefined],
])("who wants %j reads %s", (wanted, language) => {
  expect(languageFor(wanted, LANGUAGES)).toBe(language);
});

it("looks at ten wishes and no more", () => {
  const others = (count: number) => Array.from({ length: count }, () => "nl").join();
  expect(languageFor(`${others(9)},en`, LANGUAGES)).toBe("en");
  expect(languageFor(`${others(10)},en`, LANGUAGES)).toBeUndefined();
});
