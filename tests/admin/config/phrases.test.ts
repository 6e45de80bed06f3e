import { readFileSync } from "node:fs";
import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import shop from "../../../config/messages.json";
import { phrases } from "../../../src/admin/config/editor/phrases.ts";
import { makeSay } from "../../../src/admin/messages/say.ts";

const state = EditorState.create({ extensions: phrases(makeSay(shop["zh-TW"])) });

/** What the parts of the editor that we use may say. Nothing is folded there. */
const SAID = ["search", "lint", "autocomplete", "view", "commands"].flatMap((name) => {
  const source = readFileSync(`node_modules/@codemirror/${name}/dist/index.js`, "utf8");
  return [...source.matchAll(/phrase\((?:view, )?"([^"]+)"/g)].map(([, phrase = ""]) => phrase);
});

it("every word of the editor's own parts is said in the language of the screen", () => {
  expect(SAID.length).toBeGreaterThan(20);
  expect(SAID.filter((phrase) => state.phrase(phrase) === phrase)).toEqual([]);
  expect(SAID.map((phrase) => state.phrase(phrase)).join("")).not.toMatch(/[a-z]/i);
});

it("what is counted stands in the sentence", () => {
  expect(state.phrase("replaced $ matches", 3)).toBe("已取代 3 處");
  expect(state.phrase("replaced match on line $", 12)).toBe("已取代第 12 行");
});
