import { describe, expect, it } from "vitest";
import {
  binPath,
  configPath,
  createPath,
  editPath,
  historyPath,
  isRefused,
  listPath,
  openEntities,
  openGroups,
  rightsTo,
  speakerOf,
} from "../../../src/admin/shell/access.ts";
import { isAllowedByView } from "../../../src/admin/shell/record-access.ts";
import type { AppView, RightsView } from "../../../src/wire/views.ts";

const RIGHTS: RightsView = {
  openTo: ["stock", "shelving"],
  create: true,
  edit: true,
  delete: true,
  readOnly: { create: [], edit: [] },
};
const full = (id: string, rights: Partial<RightsView> = {}) => ({
  access: "full",
  entity: { id, language: "en" },
  validator: { url: "" },
  rights: { ...RIGHTS, ...rights },
});
const VIEW = {
  entities: [
    full("books"),
    full("loans", { openTo: ["lending"] }),
    full("shelves", { create: false, delete: false }),
    { access: "reference", id: "members", language: "de" },
    { access: "none", id: "secrets", language: "fr" },
  ],
  menu: [
    { label: "Stock", permission: ["stock", "lending"], entities: ["shelves", "loans", "books", "gone"] },
    { label: "Lending", permission: ["lending"], entities: ["books"] },
    { label: "Empty", permission: ["stock"], entities: ["loans"] },
  ],
} as unknown as AppView;
const user = (...permissions: readonly string[]) => ({
  _id: "u",
  id: "u",
  username: "ada",
  role: "keeper",
  permissions,
});
const ids = (...permissions: readonly string[]) =>
  openEntities(VIEW, user(...permissions)).map(({ entity }) => entity.id);

it("each screen of an entity has its address, in which an id keeps its place", () => {
  expect([listPath("books"), createPath("books"), binPath("books")]).toEqual([
    "/books/list",
    "/books/create",
    "/books/bin",
  ]);
  expect([editPath("books", "a/b c"), historyPath("books", "a/b c")]).toEqual([
    "/books/edit/a%2Fb%20c",
    "/books/history/a%2Fb%20c",
  ]);
  expect(configPath({ file: "entities/books.json", line: 3, column: 7 })).toBe(
    "/config?file=entities%2Fbooks.json&line=3&column=7",
  );
});

describe("what an account may open", () => {
  it("is what the server shows it whole, and one of its permissions opens", () => {
    expect(ids("stock")).toEqual(["books", "shelves"]);
    expect(ids("lending")).toEqual(["loans"]);
    expect(ids()).toEqual([]);
  });

  it("stands in the menu by the groups that it may see, in their order, without empty ones", () => {
    const menu = (...permissions: readonly string[]) =>
      openGroups(VIEW, user(...permissions)).map(({ label, entities }) => [
        label,
        entities.map(({ id }) => id),
      ]);
    expect(menu("stock")).toEqual([["Stock", ["shelves", "books"]]]);
    expect(menu("lending")).toEqual([["Stock", ["loans"]]]);
    expect(menu("stock", "lending")).toEqual([
      ["Stock", ["shelves", "loans", "books"]],
      ["Lending", ["books"]],
      ["Empty", ["loans"]],
    ]);
  });

  it("has rights, and what is not shown whole has none", () => {
    expect(rightsTo(VIEW, "shelves")?.create).toBe(false);
    expect([rightsTo(VIEW, "members"), rightsTo(VIEW, "secrets"), rightsTo(VIEW, "gone")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a path", () => {
  it.each([
    "/books/list",
    "/books/create",
    "/books/edit/b1",
    "/books/history/b1",
    "/books/bin",
    "/shelves/list",
    "/shelves/edit/s1",
    // No screens: they are not found.
    "/",
    "/gone/list",
    "/secrets",
    "/secrets/other",
    "/secrets/edit",
  ])("%s is not refused to a stock keeper", (path) => {
    expect(isRefused(path, VIEW, user("stock"))).toBe(false);
  });

  it.each([
    "/loans/list",
    "/members/list",
    "/secrets/edit/x",
    "/secrets/bin",
    "/shelves/create",
    "/shelves/bin",
  ])("%s is", (path) => {
    expect(isRefused(path, VIEW, user("stock"))).toBe(true);
  });

  it("is refused in the language of the entity that it names", () => {
    const language = (path: string) => speakerOf(path, VIEW)?.language;
    expect(["/books/list", "/members/list", "/secrets/x/y", "/gone/list", "/"].map(language)).toEqual([
      "en",
      "de",
      "fr",
      undefined,
      undefined,
    ]);
  });
});

it("a record may be changed where the rights say so, and by what it has in place of the records that it refers to", () => {
  const record = { _id: "b1", owner: { _id: "ada", name: "Ada" }, kind: "novel" } as never;
  const only = (field: string, value: string) => [{ field, op: "eq" as const, value }];
  const may = (right: "edit" | "delete", rights: Partial<RightsView>) =>
    isAllowedByView({ ...RIGHTS, ...rights }, right, record);
  expect([may("edit", {}), may("edit", { edit: false }), may("delete", { edit: false })]).toEqual([
    true,
    false,
    true,
  ]);
  expect(isAllowedByView(undefined, "edit", record)).toBe(false);
  const records = { edit: only("owner", "ada"), delete: only("kind", "poetry") };
  expect([may("edit", { records }), may("delete", { records })]).toEqual([true, false]);
});
