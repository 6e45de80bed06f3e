import { expect, it } from "vitest";
import { CannotMigrate } from "../../../src/compiler/migrations/edit-json.ts";
import { addMissingMessages } from "../../../src/compiler/migrations/missing-messages.ts";

const SAVE = { "form.save": "Save" };
const BROUGHT = JSON.stringify({
  en: { ...SAVE, "list.search": "Search", "nobody.says": "this" },
  de: { "form.save": "Sichern", "list.search": "Suchen" },
});
const added = (text: string) => addMissingMessages(new Map([["messages.json", text]]), BROUGHT);
const last = (text: string) => JSON.parse((added(text).at(-1)?.text ?? "null").replace(/^\uFEFF/, ""));

it("each language gets what the program says in it, any other what it says in its first", () => {
  const text = JSON.stringify({ de: {}, fr: SAVE, en: SAVE });
  expect(last(text)).toEqual({
    de: { "form.save": "Sichern", "list.search": "Suchen" },
    fr: { ...SAVE, "list.search": "Search" },
    en: { ...SAVE, "list.search": "Search" },
  });
  expect(added(text).map(({ file, words }) => `${file} ${words}`)).toEqual([
    'messages.json "de" gets 2 sentences that this version says.',
    'messages.json "fr" gets one sentence that this version says, in "en": translate them.',
    'messages.json "en" gets one sentence that this version says.',
  ]);
});

it("a text with a mark in front keeps it", () => {
  expect(added(`\uFEFF{"en": {}}`)[0]?.text.startsWith("\uFEFF{")).toBe(true);
  expect(last(`\uFEFF{"en": {}}`).en).toEqual({ ...SAVE, "list.search": "Search" });
});

it("nothing is added to what is no language, or says all already", () => {
  for (const text of ["[]", "3", '{"$schema": "x", "en": 5}', JSON.stringify({ en: JSON.parse(BROUGHT).en })])
    expect(added(text), text).toEqual([]);
});

it("a text that is not JSON, or is not there, is refused", () => {
  expect(() => added('{"en": {} // no\n}')).toThrow(CannotMigrate);
  expect(() => addMissingMessages(new Map(), BROUGHT)).toThrow("The file messages.json is not there.");
});
