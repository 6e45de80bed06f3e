import { describe, expect, it } from "vitest";
import type { EntityConfig } from "../../src/model/entity-config.ts";
import { isOpenIn, isSeen, keptThrough, type SightConfig, sightOf } from "../../src/record/role-sight.ts";
import { seesTile, seesView } from "../../src/record/tile-rights.ts";

const entity = (given: Partial<EntityConfig>): EntityConfig => ({
  label: "Book",
  language: "en",
  permission: "books",
  endpoints: { list: "/books", record: "/books/{id}" },
  listKey: "books",
  menu: { label: "Books", create: "New", list: "All" },
  schema: { type: "object", properties: { name: { type: "string" } } },
  form: { title: { create: "New", edit: "Book" } },
  list: { title: "Books", columns: [], deleteConfirm: "Delete?" },
  ...given,
});

const books = entity({
  schema: {
    type: "object",
    properties: {
      title: { type: "string" },
      price: { type: "number" },
      author: { type: "string", reference: { entity: "authors", label: "name" } },
      keeper: { type: "string", reference: { entity: "users", label: "name" } },
      scores: { type: "object", properties: { staff: { type: "number" } } },
      chapters: {
        type: "array",
        items: {
          type: "object",
          properties: { by: { type: "string", reference: { entity: "authors", label: "name" } } },
        },
      },
    },
  },
  rights: { fields: { price: { view: ["money"] } } },
  list: {
    title: "Books",
    columns: [],
    deleteConfirm: "Delete?",
    views: [
      { id: "dear", label: "Dear", filter: [{ field: "price", op: "gte", value: 3 }] },
      { id: "chiefs", label: "Chiefs", roles: ["chief"] },
      { id: "by-keeper", label: "By keeper", sort: { field: "keeper.name", order: "asc" } },
    ],
  },
});
const authors = entity({
  schema: { type: "object", properties: { name: { type: "string" }, born: { type: "string" } } },
  rights: { fields: { born: { view: ["private"] } } },
});
const users = entity({});
const config = (hidden: readonly string[] = [], own: EntityConfig = authors): SightConfig => ({
  app: {
    value: {
      accounts: { entity: "users" },
      roles: Object.fromEntries(
        ["chief", "clerk", "ghost"].map((name) => [
          name,
          { label: name, permissions: [], ...(hidden.includes(name) ? { hidden: true } : {}) },
        ]),
      ),
    } as never,
  },
  entities: new Map(
    Object.entries({ books, authors: own, users }).map(([id, value]) => [id, { value }] as const),
  ),
});
const sight = (permissions: readonly string[], name = "clerk", of = config()) =>
  sightOf(of, books, { name, permissions });

describe("a path is seen", () => {
  it.each([
    ["title", ["books"], true],
    ["price", ["books"], false],
    ["price", ["books", "money"], true],
    ["title", [], false],
    // Reported elsewhere.
    ["nothing", [], true],
    ["constructor", ["books"], true],
    ["scores.staff", ["books"], true],
    ["author", ["books"], true],
    ["author.name", ["books"], true],
    ["author.born", ["books"], false],
    ["author.born", ["books", "private"], true],
    ["chapters.*.by.born", ["books"], false],
    ["chapters.*.by.name", ["books"], true],
    ["author.nothing", ["books"], true],
  ])("%s by whoever has %j: %s", (path, permissions, seen) => {
    expect(isSeen(sight(permissions), path)).toBe(seen);
  });

  it("in an entity that there is not by everybody", () => {
    expect(isOpenIn(config(), "nowhere", "born", [])).toBe(true);
    expect(isOpenIn(config(), "authors", "born", [])).toBe(false);
    expect(isOpenIn(config(), "authors", "born", ["private"])).toBe(true);
  });
});

describe("records are kept from a role that a path leads to", () => {
  const part = entity({
    rights: {
      records: [{ permission: "books", to: ["view"], filter: [{ field: "name", op: "eq", value: "x" }] }],
    },
  });

  it("where it sees a part of them", () => {
    const kept = keptThrough(sight(["books"], "clerk", config([], part)), "author.name");
    expect(kept).toEqual({ entity: "authors", because: "part" });
    expect(keptThrough(sight(["other"], "clerk", config([], part)), "author.name")).toBeUndefined();
    expect(keptThrough(sight(["books"], "clerk", config([], part)), "title")).toBeUndefined();
  });

  it("where they are accounts, some of a hidden role that is not its own", () => {
    const hidden = config(["ghost"]);
    expect(keptThrough(sight(["books"], "clerk", hidden), "keeper.name")).toEqual({
      entity: "users",
      because: "hidden",
    });
    expect(keptThrough(sight(["books"], "ghost", hidden), "keeper.name")).toBeUndefined();
    expect(keptThrough(sight(["books"], "clerk", config()), "keeper.name")).toBeUndefined();
    expect(keptThrough(sight(["books"], "clerk", hidden), "author.name")).toBeUndefined();
    expect(
      keptThrough(sight(["books"], "clerk", { ...hidden, app: undefined }), "keeper.name"),
    ).toBeUndefined();
  });
});

describe("a view or a tile is of a role that sees all that it asks for", () => {
  it("of a view its filter and its order, by records of which none are kept", () => {
    const filter = [{ field: "title" }, { field: "price" }];
    expect(seesView({}, sight(["books"]))).toBe(true);
    expect(seesView({}, sight([]))).toBe(false);
    expect([seesView({ filter }, sight(["books"])), seesView({ filter }, sight(["books", "money"]))]).toEqual(
      [false, true],
    );
    expect(seesView({ sort: { field: "price" } }, sight(["books"]))).toBe(false);
    expect(seesView({ sort: { field: "keeper.name" } }, sight(["books"]))).toBe(true);
    expect(seesView({ sort: { field: "keeper.name" } }, sight(["books"], "clerk", config(["ghost"])))).toBe(
      false,
    );
  });

  it("of a tile its list, its view, its filter and its chart", () => {
    const clerk = sight(["books"]);
    expect([seesTile({}, clerk), seesTile({}, sight([]))]).toEqual([true, false]);
    expect([seesTile({ view: "none" }, clerk), seesTile({ view: "dear" }, clerk)]).toEqual([false, false]);
    expect(seesTile({ view: "dear" }, sight(["books", "money"]))).toBe(true);
    expect([
      seesTile({ view: "chiefs" }, clerk),
      seesTile({ view: "chiefs" }, sight(["books"], "chief")),
    ]).toEqual([false, true]);
    expect(seesTile({ filter: [{ field: "title" }, { field: "price" }] }, clerk)).toBe(false);
    expect(seesTile({ chart: { by: "title" } }, clerk)).toBe(true);
    expect(seesTile({ chart: { by: "price" } }, clerk)).toBe(false);
    expect(seesTile({ chart: { by: "title", sum: "price" } }, clerk)).toBe(false);
    expect(seesTile({ view: "by-keeper" }, sight(["books"], "clerk", config(["ghost"])))).toBe(false);
  });
});
