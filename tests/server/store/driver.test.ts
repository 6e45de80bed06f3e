import Database from "libsql";
import { afterEach, expect, test, vi } from "vitest";
import { openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { temporaryFile } from "./temporary-file.ts";

afterEach(() => vi.restoreAllMocks());

/** A connection, and what it prepares from now on. */
function open() {
  const connection = openConnection(temporaryFile());
  const prepare = vi.spyOn(Database.prototype, "prepare");
  const ask = (n: number) => connection.rows(`select ${n}`, [])[0]?.[0];
  return {
    connection,
    ask,
    prepared: () =>
      prepare.mock.calls.splice(0).map(([text]) => Number(String(text).slice("select ".length))),
  };
}

test("a statement is prepared once, as long as 500 others were not used since", () => {
  const { connection, ask, prepared } = open();
  for (let n = 0; n < 500; n += 1) expect(ask(n)).toBe(n);
  expect(prepared()).toHaveLength(500);
  for (let n = 0; n < 500; n += 1) expect(ask(n)).toBe(n);
  expect(prepared()).toEqual([]);
  connection.close();
});

test("of more, the longest unused is dropped, and prepared anew when it is asked again", () => {
  const { connection, ask, prepared } = open();
  for (let n = 0; n < 500; n += 1) ask(n);
  ask(0);
  prepared();
  expect(ask(500)).toBe(500);
  expect([ask(0), ask(1)]).toEqual([0, 1]);
  expect(prepared()).toEqual([500, 1]);
  // 1 has taken the place of 2, which was the longest unused then.
  expect([ask(3), ask(2)]).toEqual([3, 2]);
  expect(prepared()).toEqual([2]);
  connection.close();
});
