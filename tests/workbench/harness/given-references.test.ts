import { describe, expect, it } from "vitest";
import type { ReferenceQuery } from "../../../src/plugin/host.ts";
import {
  givenPage,
  inventReferences,
  readableRecord,
  storedRecord,
} from "../../../src/workbench/harness/given-references.ts";

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

describe("a page of given records", () => {
  const given = ["Bo 10", "ann 2", "Ann 10", "cy"].map((name, at) => ({
    _id: `${at}`,
    name,
    born: [9, 10, null, 8][at] ?? null,
  }));
  const page = (query: Partial<ReferenceQuery>, size = 10) => {
    const { records, total } = givenPage(given, { entity: "authors", page: 1, ...query }, size);
    return [records.map(({ _id }) => _id).join(""), total];
  };

  it("is searched in all its texts, whatever the case, but not in the system's", () => {
    expect(page({})).toEqual(["0123", 4]);
    expect(page({ search: "ANN" })).toEqual(["12", 2]);
    expect(page({ search: "nn 1" })).toEqual(["2", 1]);
    expect(page({ search: "3" })).toEqual(["", 0]);
    expect(page({ search: "2026" })).toEqual(["", 0]);
  });

  it("is sorted by numbers as such, by texts with their numbers, either way; records without a value first", () => {
    expect(page({ sortField: "born" })).toEqual(["2301", 4]);
    expect(page({ sortField: "born", sortOrder: "desc" })).toEqual(["1032", 4]);
    expect(page({ sortField: "name", sortOrder: "asc" })).toEqual(["1203", 4]);
    expect(page({ sortField: "name", search: "n", sortOrder: "desc" })).toEqual(["21", 2]);
  });

  it("has as many as a page has, of how many there are", () => {
    expect(page({}, 3)).toEqual(["012", 4]);
    expect(page({ page: 2 }, 3)).toEqual(["3", 4]);
    expect(page({ page: 2 }, 4)).toEqual(["", 4]);
  });
});

describe("invented records", () => {
  const reference = { entity: "authors", label: "title", fields: ["cover", "title", "_id"] };

  it("are there for all that a field refers to, each with its label and a picture for further fields", () => {
    const field = { properties: { a: { type: "string", reference }, b: { type: "string" } } } as const;
    const { authors = [], ...others } = inventReferences(field, null);
    expect(others).toEqual({});
    expect(authors.map(({ _id }) => _id)).toEqual(Array.from({ length: 23 }, (_, at) => `${at + 1}`));
    expect(Object.keys(authors[0] ?? {})).toEqual(["_id", "cover", "title"]);
    expect(authors[0]).toMatchObject({ title: "title 1", cover: { fileName: "1.svg", expiresAt: null } });
    const colours = authors.slice(0, 2).map(({ cover }) => JSON.stringify(cover));
    expect(colours[0]).toContain(encodeURIComponent("hsl(47 30% 60%)"));
    expect(colours[1]).toContain(encodeURIComponent("hsl(94 30% 60%)"));
  });

  it("have those that the value names too, and are named by their name where nothing is said", () => {
    const field = { items: { type: "string", reference: { entity: "authors" } } } as const;
    const { authors = [] } = inventReferences(field, ["7", "austen", "", 3]);
    expect(authors).toHaveLength(24);
    expect(authors.at(-1)).toEqual({ _id: "austen", name: "name austen" });
  });

  it("of two fields that refer to one entity have what both ask for", () => {
    const field = {
      properties: {
        a: { type: "string", reference: { entity: "authors", label: "name" } },
        b: { type: "string", reference: { entity: "authors", label: "code" } },
      },
    } as const;
    expect(inventReferences(field, {}).authors?.[0]).toEqual({ _id: "1", name: "name 1", code: "code 1" });
  });
});
