import { describe, expect, it, test } from "vitest";
import {
  databaseTroubleOf,
  isAway,
  isConflict,
  isTooSlow,
} from "../../../src/server/store/postgres/connection.ts";
import { writeTroubleOf } from "../../../src/server/store/sqlite/driver.ts";
import {
  BusyError,
  DuplicateError,
  isNotStored,
  isStoreTrouble,
  NotReadError,
  NotStoredError,
  UnconvertibleError,
  UnknownOutcomeError,
  unlessNotStored,
} from "../../../src/server/store/store-errors.ts";

/** An error as drivers throw it. */
const coded = (code: string, message = "no") => Object.assign(new Error(message), { code });

describe("errors of a store", () => {
  it("say what happened", () => {
    expect(new NotStoredError("full").message).toBe("The store cannot be written: full");
    expect(new DuplicateError("books", "title", "Emma").message).toBe("books.title already holds this value");
    const found = { table: "books", column: "pages", count: 2, first: ["a"] } as const;
    const error = new UnconvertibleError([
      { ...found, reason: "kind" },
      { ...found, column: "title", reason: "unique" },
    ]);
    expect(error.message).toBe("books.pages: kind 2, books.title: unique 2");
  });

  it.each([
    [new NotStoredError("gone"), true, true],
    [new UnknownOutcomeError(), true, true],
    [new NotReadError(), false, true],
    [new BusyError(), false, false],
    [new Error("no"), false, false],
    [undefined, false, false],
  ])("%s: whether a write was refused, and whether the store is in trouble", (error, notStored, trouble) => {
    expect([isNotStored(error), isStoreTrouble(error)]).toEqual([notStored, trouble]);
    const passes = () => unlessNotStored(error);
    if (notStored) expect(passes).not.toThrow();
    else expect(passes).toThrow();
  });
});

test.each([
  ["SQLITE_FULL", "full"],
  ["SQLITE_READONLY_DBMOVED", "gone"],
  ["SQLITE_READONLY", "readOnly"],
  ["SQLITE_READONLY_DIRECTORY", "readOnly"],
  ["SQLITE_PERM", "readOnly"],
  ["SQLITE_IOERR_WRITE", "failed"],
  ["SQLITE_CANTOPEN", "failed"],
  ["SQLITE_BUSY", undefined],
  ["SQLITE_CONSTRAINT_UNIQUE", undefined],
  ["A_SQLITE_IOERR", undefined],
])("%s of SQLite's driver is %s", (code, trouble) => {
  expect(writeTroubleOf(coded(code))).toBe(trouble);
});

describe("an error of PostgreSQL or of the way to it", () => {
  const said = (error: unknown) => ({
    trouble: databaseTroubleOf(error),
    away: isAway(error),
    slow: isTooSlow(error),
    conflict: isConflict(error),
  });
  const nothing = { trouble: undefined, away: false, slow: false, conflict: false };

  it.each(["53100", "53200", "54000"])("%s: no room is left", (code) => {
    expect(said(coded(code))).toEqual({ ...nothing, trouble: "full" });
  });
  it.each(["25006", "42501"])("%s: it cannot be written", (code) => {
    expect(said(coded(code))).toEqual({ ...nothing, trouble: "readOnly" });
  });
  it.each(["53400", "58030", "XX000"])("%s: it failed", (code) => {
    expect(said(coded(code))).toEqual({ ...nothing, trouble: "failed" });
  });
  it.each(["08006", "57P01", "53300", "25P03", "ECONNREFUSED", "ENOENT", "EAI_AGAIN"])(
    "%s: it is away",
    (code) => {
      expect(said(coded(code))).toEqual({ ...nothing, trouble: "failed", away: true });
    },
  );
  it.each(["Connection terminated unexpectedly", "Query read timeout", "Client has encountered an error"])(
    "%s: it is away, of which the driver has no code",
    (message) => {
      expect(said(new Error(message))).toEqual({ ...nothing, trouble: "failed", away: true });
      expect(said(new Error(`The work: ${message}`))).toEqual(nothing);
      expect(said({ message })).toEqual(nothing);
    },
  );
  it.each([coded("57014"), coded("55P03"), new Error("timeout exceeded when trying to connect")])(
    "%s: it took too long",
    (error) => {
      expect(said(error)).toEqual({ ...nothing, slow: true });
    },
  );
  it.each(["40001", "40P01", "23505"])("%s: another transaction came in between", (code) => {
    expect(said(coded(code))).toEqual({ ...nothing, conflict: true });
  });
  it.each([undefined, null, "57014", new Error("no"), coded("42P01"), coded("153100")])(
    "%s says nothing of it",
    (error) => {
      expect(said(error)).toEqual(nothing);
    },
  );
});
