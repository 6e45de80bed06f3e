import { expect, test } from "vitest";
import { makeChangedRows } from "../../../src/server/store/sqlite/filter/changed-rows.ts";
import { makeTable } from "../../../src/server/store/tables/table.ts";
import { BOOKS, book } from "../../contracts/store/library.ts";

const table = makeTable({ ...BOOKS, filters: ["genre", "lent"] }, []);
const genre = (value: string | null) => book("b", { genre: value });

/** How the rows were and are. */
const of = (rows: ReturnType<ReturnType<typeof makeChangedRows>["between"]>) =>
  rows?.map(({ before, after }) => [before?.[0], after?.[0]]);

test("what was committed is known between two counts, in its order", () => {
  const rows = makeChangedRows();
  rows.add(table, undefined, genre("a"));
  expect(rows.count).toBe(0);
  rows.end(true);
  rows.add(table, genre("a"), genre("b"));
  rows.add(table, genre("b"), undefined);
  rows.end(true);
  expect([rows.count, rows.epoch]).toEqual([3, 0]);
  expect(of(rows.between(0, 3))).toEqual([
    [undefined, "a"],
    ["a", "b"],
    ["b", undefined],
  ]);
  expect(of(rows.between(1, 2))).toEqual([["a", "b"]]);
  expect(of(rows.between(3, 3))).toEqual([]);
});

test("values are as the columns of filters have them", () => {
  const rows = makeChangedRows();
  rows.add(table, book("b", { genre: " " }), book("b", { genre: "a", lent: true }));
  rows.end(true);
  expect(rows.between(0, 1)).toEqual([{ table, before: [null, null], after: ["a", 1] }]);
});

test("a change of nothing that filters are about is none", () => {
  const rows = makeChangedRows();
  rows.add(table, book("b", { genre: "a", pages: 1 }), book("b", { genre: "a", pages: 2 }));
  rows.end(true);
  expect([rows.count, rows.epoch]).toEqual([0, 0]);
});

test("what is taken back by its mark, or not committed, is not among them", () => {
  const rows = makeChangedRows();
  rows.add(table, undefined, genre("kept"));
  const undo = rows.mark();
  rows.add(table, undefined, genre("undone"));
  undo();
  rows.end(true);
  expect(of(rows.between(0, 1))).toEqual([[undefined, "kept"]]);
  rows.add(table, undefined, genre("refused"));
  rows.end(false);
  expect([rows.count, rows.epoch, rows.between(0, 1)]).toEqual([1, 1, undefined]);
});

test("a transaction that fails before it changes anything ends nothing that is known", () => {
  const rows = makeChangedRows();
  rows.add(table, undefined, genre("a"));
  rows.end(true);
  rows.end(false);
  expect([rows.epoch, of(rows.between(0, 1))]).toEqual([0, [[undefined, "a"]]]);
});

test("where anything may have changed, or a text is long, nothing from before is known any more", () => {
  const rows = makeChangedRows();
  const commit = (text: string) => {
    rows.add(table, undefined, genre(text));
    rows.end(true);
  };
  commit("x".repeat(1024));
  expect([rows.count, rows.epoch]).toEqual([1, 0]);
  commit("x".repeat(1025));
  expect([rows.count, rows.epoch, rows.between(0, 1)]).toEqual([1, 1, undefined]);
  rows.add(table, genre("x".repeat(1025)), genre("short"));
  rows.end(true);
  expect(rows.epoch).toBe(2);
  rows.addAll();
  rows.end(true);
  expect(rows.epoch).toBe(3);
  commit("a");
  expect([rows.epoch, of(rows.between(1, 2))]).toEqual([3, [[undefined, "a"]]]);
});

test("of many changes the last 256 are known", () => {
  const rows = makeChangedRows();
  for (let n = 0; n < 300; n += 1) {
    rows.add(table, undefined, genre(`${n}`));
    rows.end(true);
  }
  expect(rows.between(43, 300)).toBeUndefined();
  expect(of(rows.between(50, 51))).toEqual([[undefined, "50"]]);
  const known = of(rows.between(44, 300));
  expect([known?.length, known?.[0], known?.at(-1)]).toEqual([256, [undefined, "44"], [undefined, "299"]]);
});
