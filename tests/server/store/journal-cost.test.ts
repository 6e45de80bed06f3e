import { expect, onTestFinished, test } from "vitest";
import { changeEntry } from "../../../src/server/store/entries/entry-data.ts";
import { openBare } from "../../../src/server/store/sqlite/driver.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { makeTable } from "../../../src/server/store/tables/table.ts";
import { BOOKS, book, insert, SHELVES, update } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

const ROUNDS = 12;
const WRITES = 40;

/** What a tenth of the times are below: a machine with other work adds to most of them. */
const tenth = (times: readonly number[]) =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length / 10)] ?? Number.NaN;

test("with the journal, a create and an update cost at most 1.25 times what they cost without", async () => {
  const file = temporaryFile();
  const store = await openSqliteStore({ file });
  const past = openBare(file, 5000);
  onTestFinished(async () => {
    past.close();
    await store.close();
  });
  await store.applyShapes([SHELVES, BOOKS]);
  const bookOf = (n: number) =>
    book(`b${n}`, {
      title: `A book of number ${n}`,
      shelf: null,
      pages: n % 900,
      price: n % 77,
      lent: n % 2 === 0,
      ratings: { readers: n % 10 },
      series: [{ note: "a note" }],
      genre: "novel",
    });
  let made = 0;
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const none = (): Record<"with" | "without", number[]> => ({ with: [], without: [] });
  const times = { create: none(), update: none() };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const journal of ["with", "without"] as const) {
      // SQLite leaves out what would be written there.
      if (journal === "without")
        past.exec("create trigger no_journal before insert on journal begin select raise(ignore); end");
      for (let n = 0; n < WRITES; n += 1) {
        made += 1;
        const [id, other] = [made, `b${made}`];
        times.create[journal].push(await timed(() => insert(store, "books", bookOf(id))));
        times.update[journal].push(
          await timed(() => update(store, "books", other, { pages: 7, price: 8, genre: "poetry" })),
        );
      }
      if (journal === "without") past.exec("drop trigger no_journal");
    }
  expect(past.rows("select count(*) from journal", [])).toEqual([[ROUNDS * WRITES * 2]]);
  // The making of an entry is the journal's too, and was done all the same.
  const table = makeTable(
    BOOKS,
    BOOKS.columns.map(({ name }) => name),
    [SHELVES, BOOKS],
  );
  const entries = Array.from({ length: ROUNDS * WRITES }, (_, n) => {
    const after = bookOf(n);
    const began = performance.now();
    changeEntry(table, { kind: "create", before: undefined, origin: undefined, after });
    return performance.now() - began;
  });
  for (const kind of ["create", "update"] as const) {
    const without = tenth(times[kind].without) - tenth(entries);
    expect(without).toBeGreaterThan(tenth(times[kind].with) / 3);
    expect(tenth(times[kind].with) / without, kind).toBeLessThanOrEqual(1.25);
  }
});
