import { expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import type { Json } from "../../../src/model/record.ts";
import { libraryWith, PLUGINS } from "../../model/library.ts";

/** What is said of a condition of a book's field. */
async function said(when: { readonly [key: string]: Json }): Promise<string[]> {
  const files = await libraryWith({
    "entities/books.json": (json) => {
      // Whoever sees the field sees what it depends on.
      delete json.rights.fields.scores;
      json.schema.properties.isbn.conditions = [{ when, show: false }];
    },
  });
  return checkConfig(files, PLUGINS).problems.map(({ code, message }) => `${code} ${message}`);
}

it.each<[when: { readonly [key: string]: Json }, message: string]>([
  [{ field: "year", above: 2100 }, '"year" can never be above 2100: its "maximum" is 2100.'],
  [{ field: "year", above: 3000 }, '"year" can never be above 3000: its "maximum" is 2100.'],
  [{ field: "year", below: 1450 }, '"year" can never be below 1450: its "minimum" is 1450.'],
  [{ field: "year", is: 2101 }, '"year" can never be 2101: its rule is "maximum": 2100.'],
  [{ field: "year", isNot: 1449 }, '"year" can never be 1449: its rule is "minimum": 1450.'],
  [{ field: "genre", below: 3 }, '"genre" is never below anything: it holds a text.'],
  [
    { field: "genre", in: ["novel", "ballad"] },
    '"genre" can never be "ballad": that is none of its choices.',
  ],
  [{ field: "scores", is: "x" }, '"scores" is an object { … }: it can be tested for "empty" alone.'],
  [{ field: "isbn", is: "978" }, "The field's condition tests the field itself."],
])("%j is never so: %s", async (when, message) => {
  expect(await said(when)).toEqual([`CONDITION ${message}`]);
});

it.each<[when: { readonly [key: string]: Json }]>([
  [{ field: "year", above: 2099 }],
  [{ field: "year", below: 1451 }],
  // What is above the least, or below the most, is anything but that.
  [{ field: "year", above: 1450 }],
  [{ field: "year", below: 2100 }],
  [{ field: "year", above: 0 }],
  [{ field: "year", is: 2100 }],
  [{ field: "year", isNot: 1450 }],
  [{ field: "genre", in: ["novel"] }],
  [{ field: "scores", empty: true }],
])("%j may be so", async (when) => {
  expect(await said(when)).toEqual([]);
});
