import fc from "fast-check";
import { expect, test } from "vitest";
import { foldTable, indexName, searchTable, sqlName } from "../../../src/server/store/tables/names.ts";

// Names of few letters, so that they are often nearly the same.
const name = fc.string({ unit: fc.constantFrom(..."aAbB_$.x"), maxLength: 6 });
/** SQLite compares names without regard to the case of ASCII letters. */
const seen = (sql: string) => sql.toLowerCase();

test("different names stay different to SQLite, alone and as parts of a name", () => {
  fc.assert(
    fc.property(name, name, name, name, (a, b, c, d) => {
      expect(seen(sqlName(a)) === seen(sqlName(b))).toBe(a === b);
      const same = a === c && b === d;
      expect(seen(searchTable(a, b)) === seen(searchTable(c, d))).toBe(same);
      expect(seen(foldTable(a, b)) === seen(foldTable(c, d))).toBe(same);
      expect(seen(indexName("sort", a, b)) === seen(indexName("sort", c, d))).toBe(same);
    }),
    { numRuns: 2000 },
  );
});

test("one text cut in two elsewhere makes other names, whatever sign it is cut at", () => {
  const text = fc.string({ unit: fc.constantFrom(..."a$_"), minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(text, fc.nat(6), fc.nat(6), (whole, at, other) => {
      const [one, two] = [at, other].map((cut) => [whole.slice(0, cut), whole.slice(cut)] as const);
      if (one === undefined || two === undefined || one[0] === two[0]) return;
      expect(seen(searchTable(...one))).not.toBe(seen(searchTable(...two)));
      expect(seen(foldTable(...one))).not.toBe(seen(foldTable(...two)));
    }),
    { numRuns: 2000 },
  );
});

test("usual names read as usual in SQL", () => {
  expect(["name", "hotCold", "updatedAt"].map(sqlName)).toEqual(["name", "hot_cold", "updated_at"]);
});
