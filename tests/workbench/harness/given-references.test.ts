import { expect, it } from "vitest";
import { readableRecord, storedRecord } from "../../../src/workbench/harness/given-references.ts";

const GIVEN = { _id: "a1", name: "Austen", born: 1775 };
const SYSTEM = {
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  updatedBy: null,
  updatedById: null,
  isProtected: false,
};

it("a record as a test writes it is one that nobody has changed and that may be changed, but for what it says", () => {
  expect(storedRecord(GIVEN)).toEqual({ ...SYSTEM, ...GIVEN });
  expect(storedRecord({ ...GIVEN, isProtected: true, updatedBy: "ada" })).toMatchObject({
    isProtected: true,
    updatedBy: "ada",
  });
});

it("what one may not read of it is not there, what it has not is empty", () => {
  expect(readableRecord(GIVEN, undefined)).toEqual({ ...SYSTEM, ...GIVEN });
  expect(readableRecord(GIVEN, new Set(["name", "died"]))).toEqual({
    ...SYSTEM,
    _id: "a1",
    name: "Austen",
    died: null,
  });
});
