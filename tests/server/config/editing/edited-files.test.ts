import { expect, it } from "vitest";
import {
  editedFiles,
  readText,
  refuseLongTexts,
} from "../../../../src/server/config/editing/edited-files.ts";
import { ApiError } from "../../../../src/server/http/api-error.ts";

const refusing = (text: string | null) => () => refuseLongTexts(new Map([["app.json", text]]));

it("a text may be as long as the limit, and no longer", () => {
  expect(refusing("x".repeat(256 * 1024))).not.toThrow();
  expect(refusing("x".repeat(256 * 1024 + 1))).toThrow(ApiError);
  expect(refusing(null)).not.toThrow();
  expect(() =>
    refuseLongTexts(
      new Map([
        ["a.json", "{}"],
        ["b.json", "x".repeat(256 * 1024 + 1)],
      ]),
    ),
  ).toThrow(ApiError);
});

it("and hold as many values", () => {
  const list = (count: number) => `[${Array(count).fill("0").join()}]`;
  // The list is one too, and is counted as its bracket.
  expect(refusing(list(9999))).not.toThrow();
  expect(refusing(list(10_000))).toThrow(ApiError);
  // Brackets and braces open values.
  expect(refusing("[".repeat(9999))).not.toThrow();
  expect(refusing("[".repeat(10_000))).toThrow(ApiError);
  expect(refusing("{".repeat(10_000))).toThrow(ApiError);
  // So do keys, four quotes for each and its text.
  expect(refusing('"'.repeat(40_000))).not.toThrow();
  expect(refusing('"'.repeat(40_004))).toThrow(ApiError);
});

it("a text is any that can be written, null is none", () => {
  expect([readText(""), readText("😀"), readText(null)]).toEqual(["", "😀", null]);
  for (const other of [undefined, 7, {}, ["a"], true, "\ud800", "a\udc00"])
    expect(() => readText(other)).toThrow(ApiError);
});

it("files are read from an object, each by its path", () => {
  const read = (file: unknown) => readText(file);
  expect([...editedFiles({ files: { "app.json": "{}", "b.json": null } }, read)]).toEqual([
    ["app.json", "{}"],
    ["b.json", null],
  ]);
  expect(editedFiles({ files: {} }, read).size).toBe(0);
  for (const body of [undefined, null, {}, { files: [] }, { files: "x" }])
    expect(() => editedFiles(body, read)).toThrow(ApiError);
});
