import { describe, expect, it } from "vitest";
import { isolated } from "../../src/record/isolated.ts";
import { fillMessage } from "../../src/record/messages.ts";

const [FSI, PDI, RLI, RLO] = ["\u2068", "\u2069", "\u2067", "\u202e"];

describe("a text in a sentence", () => {
  it.each(["Tea", "珍珠奶茶", "50 %", "Ünïcode – «x»", ""])(
    "stays as it is where it turns nothing: %j",
    (text) => {
      expect(isolated(text)).toBe(text);
    },
  );

  it.each([
    ["Hebrew", "שלום"],
    ["Arabic", "شاي 12"],
    ["Arabic letters as they are shown", "\ufe8d"],
    ["N’Ko", "\u07ca"],
    ["an old script beyond the first plane", "\u{10900}"],
    ["a control that turns what follows", `abc${RLO}fed`],
    ["a mark that cannot be seen", "a\u200fb"],
  ])("is isolated where it could: %s", (_, text) => {
    expect(isolated(text)).toBe(`${FSI}${text}${PDI}`);
  });

  it("cannot end its own isolate, nor leave one open", () => {
    expect(isolated(`a${PDI}${RLO}b`)).toBe(`${FSI}a${RLO}b${PDI}`);
    expect(isolated(`a${RLI}b`)).toBe(`${FSI}a${RLI}b${PDI}${PDI}`);
    expect(isolated(`${RLI}a${PDI}${PDI}b`)).toBe(`${FSI}${RLI}a${PDI}b${PDI}`);
  });

  it("is isolated line by line, since a line's end ends isolates", () => {
    expect(isolated("שלום\nabc")).toBe(`${FSI}שלום${PDI}\n${FSI}abc${PDI}`);
  });

  it("is so in every message that names it, and a plain one is not changed", () => {
    const template = 'Delete "{name}" of {shop}?';
    expect(fillMessage(template, { name: `evil${RLO}txt`, shop: "Tea" })).toBe(
      `Delete "${FSI}evil${RLO}txt${PDI}" of Tea?`,
    );
  });
});
