import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import type { FieldSchema } from "../../../src/model/field-schema.ts";
import { requireForValidator } from "../../../src/record/validator-runtime.ts";
import { compileValidator } from "../../../src/server/runtime/compile-validator.ts";
import { libraryWith, PLUGINS } from "../../model/library.ts";
import { importValidator } from "../../wire/import-validator.ts";

const EVERYTHING: Record<string, FieldSchema> = {
  short: { type: "string", minLength: 2, maxLength: 3 },
  pattern: { type: "string", pattern: "^\\p{L}+$" },
  day: { type: "string", format: "date" },
  moment: { type: "string", format: "date-time" },
  mail: { type: "string", format: "email" },
  link: { type: "string", format: "uri" },
  html: { type: "string", format: "html" },
  size: { type: "string", enum: ["s", "m"] },
  many: { type: "integer", enum: Array.from({ length: 300 }, (_, index) => index) },
  price: { type: "number", minimum: 1, maximum: 150, multipleOf: 0.1 },
  whole: { type: "integer" },
  yes: { type: "boolean" },
  scores: { type: "object", properties: { wom: { type: "number", maximum: 9 } }, required: ["wom"] },
  cover: { type: "object", image: true },
  slots: {
    type: "array",
    minItems: 1,
    maxItems: 2,
    uniqueBy: "article",
    items: {
      type: "object",
      properties: { article: { type: "string", maxLength: 3 } },
      required: ["article"],
    },
  },
};

it("takes no longer for each of more choices", () => {
  const choices = Array.from({ length: 20_000 }, (_, index) => `choice number ${index}`);
  const start = performance.now();
  compileValidator({ size: { type: "string", enum: choices } });
  expect(performance.now() - start).toBeLessThan(2000);
});

describe("compileValidator", () => {
  const { check, moduleCode } = compileValidator(EVERYTHING);

  it.each<[unknown, string[]]>([
    [{}, []],
    [{ short: "a", price: 151 }, ["/short minLength", "/price maximum"]],
    [{ short: "😀😀😀" }, []],
    [{ short: "😀😀😀😀" }, ["/short maxLength"]],
    [{ pattern: "é" }, []],
    [{ pattern: "1" }, ["/pattern pattern"]],
    [{ day: "2024-02-29" }, []],
    [{ day: "2023-02-29" }, ["/day format"]],
    [{ moment: "2024-02-29T10:00:00Z" }, []],
    [{ mail: "a@b" }, ["/mail format"]],
    [{ link: "no address" }, ["/link format"]],
    [{ html: "<p>anything" }, []],
    [{ size: "xl" }, ["/size enum"]],
    [{ many: 299 }, []],
    [{ many: 300 }, ["/many enum"]],
    [{ price: 100.3 }, []],
    [{ price: 100.35 }, ["/price multipleOf"]],
    [{ whole: 1.5 }, ["/whole type"]],
    [{ yes: "true" }, ["/yes type"]],
    [{ scores: { wom: 10 } }, ["/scores/wom maximum"]],
    [{ scores: {} }, []],
    [{ cover: { anything: 1 } }, []],
    [{ slots: [{ article: "abcd" }, {}, {}] }, ["/slots maxItems", "/slots/0/article maxLength"]],
    [{ slots: ["x"] }, ["/slots/0 type"]],
    [{ undeclared: 1 }, []],
  ])("finds in %j what JSON Schema finds, required left to the conditions", async (record, expected) => {
    expect(check(record).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)).toEqual(expected);
  });

  it("writes a module that judges thousands of random records as the server does", async () => {
    const inBrowser = await importValidator(moduleCode);
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ unit: "grapheme", maxLength: 4 }),
      fc.double({ min: 0, max: 200, noNaN: true }).map((number) => Math.round(number * 100) / 100),
      fc.constantFrom("2024-02-29", "2024-02-30", "2024-02-29T10:00:00Z", "a@b.tw", "https://a.tw/", "s", 7),
      fc.array(fc.record({ article: fc.string({ maxLength: 4 }) }), { maxLength: 3 }),
      fc.record({ wom: fc.integer({ min: 0, max: 12 }) }),
    );
    const fields = Object.fromEntries(Object.keys(EVERYTHING).map((name) => [name, value]));
    fc.assert(
      fc.property(fc.record(fields, { requiredKeys: [] }), (record) => {
        expect(inBrowser(record)).toEqual(check(record));
      }),
      { numRuns: 3000 },
    );
  });

  it("writes a module that evaluates nothing and imports nothing", () => {
    expect(moduleCode).not.toMatch(/\beval\b|new Function|\bimport\b/);
    const asked = [...moduleCode.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(new Set(asked)).toEqual(
      new Set(["ajv/dist/runtime/ucs2length", "ajv/dist/runtime/equal", "formats"]),
    );
  });

  it("writes no more than 6 kB gz for the library's books, and holds for each of its entities", async () => {
    const { config } = checkConfig(await libraryWith(), PLUGINS);
    for (const [id, { source }] of config?.entities ?? []) {
      const { moduleCode: code, check: onServer } = compileValidator(source.schema.properties);
      const inBrowser = await importValidator(code);
      for (const sample of config?.samples.get(id) ?? []) expect(inBrowser(sample)).toEqual(onServer(sample));
      expect(gzipSync(code).length).toBeLessThan(6_000);
    }
  });

  it("says which name is not part of the runtime", () => {
    expect(() => requireForValidator("fs")).toThrow('asks for "fs"');
  });
});
