import { Text } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { asSnippet } from "../../../src/admin/config/editor/completion.ts";
import { openBrackets, spotAt } from "../../../src/admin/config/editor/json-spot.ts";
import { marksOf, offsetOf, problemRange } from "../../../src/admin/config/editor/text-editor.tsx";
import { formatProblem, type Problem } from "../../../src/model/problem.ts";

describe("a template with places to fill in", () => {
  it("is written as CodeMirror does", () => {
    expect(asSnippet('"a": $1')).toBe(`"a": \${1}`);
    expect(asSnippet(`"a": "\${1:name}", "b": \${2:0}, $10`)).toBe(`"a": "\${1:name}", "b": \${2:0}, \${10}`);
    expect(asSnippet("plain {}")).toBe("plain {}");
  });

  it("keeps what is escaped, and has no name that CodeMirror could not read", () => {
    expect(asSnippet('"\\$a": "\\$\\}\\\\"')).toBe('"$a": "$}\\"');
    expect(asSnippet(`\${1:a\\}b}`)).toBe(`\${1}`);
  });
});

describe("what is written at the cursor", () => {
  const at = (marked: string) => {
    const text = marked.replace("|", "");
    const { from, to, ...spot } = spotAt(text, marked.indexOf("|"));
    return { ...spot, text: text.slice(from, to) };
  };

  it("is a key or a value, with the way to it, however broken what follows is", () => {
    expect(at('{ "a": [1, { "b|"')).toEqual({ isKey: true, hasColon: false, path: ["a", 1], text: '"b"' });
    expect(at('{ "a": [1, "x|')).toEqual({ isKey: false, hasColon: false, path: ["a", 1], text: '"x' });
    expect(at('{ "a": { "b": 1 }, "c"|: 2')).toMatchObject({ isKey: true, hasColon: true, path: [] });
    expect(at('{ "a": "|, "b": "}" }')).toMatchObject({ isKey: false, path: ["a"], text: '"' });
    expect(at('{ "a": "{ [ : ,", "b": | }')).toMatchObject({ isKey: false, path: ["b"], text: "" });
  });

  it("counts brackets that are open, not those in texts", () => {
    expect(openBrackets('{ "a": "{{", "b": [ { }', "{")).toBe(1);
    expect(openBrackets('"cost": } }', "{")).toBe(-2);
  });
});

const problem = (change: Partial<Problem>): Problem => ({
  code: "WRONG_TYPE",
  file: "entities/a.json",
  line: 1,
  column: 1,
  length: 0,
  path: "",
  subject: [],
  message: "Wrong.",
  hint: "Mend it.",
  ...change,
});

describe("where a problem stands", () => {
  const doc = Text.of(["{", '  "label": 7,', '  "x": true', "}"]);

  it("counts lines and columns from one, and stays inside the text", () => {
    const at = (line: number, column: number) => offsetOf(doc, { line, column });
    expect(doc.sliceString(at(2, 3), at(2, 10))).toBe('"label"');
    expect(at(9, 1)).toBe(doc.length);
    expect(at(1, 99)).toBe(1);
    expect(at(2, -1)).toBe(2);
  });

  it("takes its length, else the word that stands there", () => {
    const at = (part: Parameters<typeof problemRange>[1]) => {
      const { from, to } = problemRange(doc, part);
      return doc.sliceString(from, to);
    };
    expect(at({ line: 2, column: 3, length: 7 })).toBe('"label"');
    expect(at({ line: 3, column: 8 })).toBe("true");
    expect(at({ line: 1, column: 1 })).toBe("{");
    expect(at({ line: 4, column: 1, length: 50 })).toBe("}");
  });

  it("wins over what the schema says of the same place; what it says elsewhere stays", () => {
    const reported = problem({ line: 2, column: 3, length: 7 });
    const same = { from: 4, to: 11, text: "schema: same place" };
    const place = doc.toString().indexOf("true");
    const other = { from: place, to: place + 4, text: "schema: elsewhere" };
    expect(marksOf(doc, [reported], [other, same])).toEqual([
      { from: 4, to: 11, text: formatProblem(reported) },
      other,
    ]);
  });

  it("is nowhere when the server finds nothing wrong", () => {
    expect(marksOf(doc, [], [{ from: 0, to: 1, text: "schema alone" }])).toEqual([]);
  });
});
