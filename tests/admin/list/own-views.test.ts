import { expect, test } from "vitest";
import { readListAddress, writeListAddress } from "../../../src/admin/list/list-address.ts";
import { readChoice, writeChoice } from "../../../src/admin/list/views/list-choice.ts";
import {
  fits,
  isOutdated,
  moved,
  ownViewAt,
  sharedQuery,
  withView,
} from "../../../src/admin/list/views/own-views.ts";
import type { ListLayout } from "../../../src/admin/list/views/use-list-layout.ts";
import { columnsOf, PAGE_SIZES, viewAt } from "../../../src/admin/list/views/view-address.ts";
import { checkConfig } from "../../../src/compiler/compile.ts";
import type { Entity } from "../../../src/model/entity.ts";
import { MAX_LIMIT } from "../../../src/model/list/list-view.ts";
import { MAX_OWN_VIEWS } from "../../../src/wire/preferences.ts";
import { libraryWith, PLUGINS } from "../../model/library.ts";

async function loans(filters: readonly string[]): Promise<Entity> {
  const files = await libraryWith({
    "entities/loans.json": (json) => {
      json.list.filters = filters;
    },
  });
  const entity = checkConfig(files, PLUGINS).config?.entities.get("loans");
  return entity ?? Promise.reject(new Error("no loans"));
}

function shared(entity: Entity, query: string): string {
  const address = readListAddress(new URLSearchParams(query), entity);
  const view = viewAt(address, entity.list);
  const layout = { view, columns: columnsOf(view, entity.list), pageSize: 10 };
  return decodeURIComponent(sharedQuery(address, layout as ListLayout, entity));
}

test("a link spells out the filter of a view that not every role has, where people could ask for it", async () => {
  const entity = await loans(["returned", "lentOn"]);
  expect(shared(entity, "view=long-away&search=L")).toBe(
    "view=all&columns=number,member.username,lentOn,renewals&size=10&search=L&sort=lentOn&order=asc&filter[returned]=false&filter[lentOn][lte]=today-28",
  );
});

test("it names the view where that cannot be spelled out: another filter, a condition that is there, the account", async () => {
  const some = await loans(["lentOn"]);
  expect(shared(some, "view=long-away")).toContain("view=long-away&columns=number,");
  const all = await loans(["returned", "lentOn", "member"]);
  expect(shared(all, "view=long-away&filter[lentOn][lte]=today-3")).toContain("view=long-away");
  expect(shared(all, "view=mine")).toContain("view=mine");
  // Another question about the same field stands beside it.
  expect(shared(all, "view=long-away&filter[lentOn][gte]=today-90")).toMatch(
    /^view=all&.*&filter\[returned\]=false&filter\[lentOn\]\[lte\]=today-28&filter\[lentOn\]\[gte\]=today-90$/,
  );
});

test("it keeps the order: that of the address, else the view's where people could ask for it", async () => {
  const entity = await loans(["returned", "lentOn"]);
  expect(shared(entity, "view=long-away&sort=number&order=desc")).toContain("&sort=number&order=desc&");
  const unsorted = entity.list.columns.map((column) => ({ ...column, sortable: false }));
  const list = { ...entity.list, columns: unsorted };
  expect(shared({ ...entity, list }, "view=long-away")).not.toContain("sort=");
});

test("a link without a view says so: another account's list may open with one", async () => {
  expect(shared(await loans([]), "")).toMatch(/^view=all&/);
});

test("where the list opens with a view for some role, an address names the view for every role, also what was saved before", async () => {
  const files = await libraryWith({
    "entities/loans.json": (json) => {
      json.list.views[0].default = true;
    },
  });
  const entity = checkConfig(files, PLUGINS).config?.entities.get("loans");
  if (entity === undefined) throw new Error("no loans");
  const address = (of: Entity, query: string) =>
    String(writeListAddress(readListAddress(new URLSearchParams(query), of)));
  expect(["", "view=all", "view=long-away"].map((query) => address(entity, query))).toEqual([
    "view=mine",
    "view=all",
    "view=long-away",
  ]);
  const others = { ...entity, list: { ...entity.list, views: [] } };
  expect(["", "view=mine"].map((query) => address(others, query))).toEqual(["view=all", "view=all"]);
  expect(address(await loans([]), "view=all")).toBe("");
  const saved = (query: string) => ({ id: 1, name: "mine", query });
  expect(isOutdated(saved("size=20"), entity)).toBe(false);
  expect(isOutdated(saved("size=20&view=gone"), entity)).toBe(true);
});

test("what was chosen is read as it was written, and nothing else", () => {
  const choice = { views: [{ id: 1, name: "珍珠", query: "a=b" }], columns: { all: ["x"] }, pageSize: 20 };
  expect(readChoice(writeChoice(choice))).toEqual(choice);
  const none = { views: [], columns: {}, pageSize: 0 };
  expect(writeChoice(none)).toBeUndefined();
  for (const value of [undefined, null, 7, "x", [], { views: {}, columns: [], pageSize: "7" }])
    expect(readChoice(value)).toEqual(none);
});

test("of saved views that cannot be told apart the first counts; one without an id gets that of its place", () => {
  const view = (id: number | undefined, name: string) => ({
    ...(id === undefined ? {} : { id }),
    name,
    query: "a=b",
  });
  const read = (...views: object[]) => readChoice({ views } as never).views.map(({ id, name }) => [id, name]);
  expect(read(view(1, "one"), view(2, "one"))).toEqual([[1, "one"]]);
  expect(read(view(1, "one"), view(1, "two"))).toEqual([[1, "one"]]);
  expect(read(view(undefined, "one"), view(undefined, "two"))).toEqual([
    [0, "one"],
    [1, "two"],
  ]);
  expect(read({ id: "x", name: "one", query: "" }, { id: 1, name: 7, query: "" })).toEqual([]);
  expect(read({ id: 1, name: "one" }, { id: 2, name: "two", query: 7 }, view(3, "three"))).toEqual([
    [3, "three"],
  ]);
});

test("of chosen columns only texts are read, and each part of a choice is written where there is something in it", () => {
  expect(readChoice({ columns: { all: ["x", 7, null], mine: "x" } }).columns).toEqual({ all: ["x"] });
  const none = { views: [], columns: {}, pageSize: 0 };
  expect(writeChoice({ ...none, pageSize: 20 })).toEqual({ pageSize: 20 });
  expect(writeChoice({ ...none, columns: { all: ["x"] } })).toEqual({ columns: { all: ["x"] } });
  const views = [{ id: 1, name: "x", query: "" }];
  expect(writeChoice({ ...none, views })).toEqual({ views });
});

test("a view that is saved takes the place of its namesake, or comes last with an id that none has", () => {
  const views = [
    { id: 5, name: "a", query: "search=1" },
    { id: 2, name: "b", query: "search=2" },
  ];
  expect(withView([], { name: "c", query: "" })).toEqual([{ id: 1, name: "c", query: "" }]);
  expect(withView(views, { name: "c", query: "" })).toEqual([...views, { id: 6, name: "c", query: "" }]);
  expect(withView(views, { name: "b", query: "new" })).toEqual([
    views[0],
    { id: 2, name: "b", query: "new" },
  ]);
});

test("an address shows a saved view on whichever page; one that says nothing shows none", async () => {
  const entity = await loans([]);
  const at = (query: string) => readListAddress(new URLSearchParams(query), entity);
  const views = [
    { id: 1, name: "none", query: "" },
    { id: 2, name: "some", query: "search=x" },
  ];
  expect(ownViewAt(at("search=x&page=3"), views, entity)?.id).toBe(2);
  expect(ownViewAt(at("search=y"), views, entity)).toBeUndefined();
  expect(ownViewAt(at(""), views, entity)).toBeUndefined();
});

test("more than the server stores does not fit: in bytes, not characters", () => {
  const view = (length: number) => ({ id: 1, name: "x", query: "界".repeat(length) });
  const choice = { views: [], columns: {}, pageSize: 0 };
  expect(fits({ ...choice, views: [view(2_700)] })).toBe(true);
  expect(fits({ ...choice, views: [view(2_800)] })).toBe(false);
  expect(fits(choice)).toBe(true);
  expect(fits({ ...choice, views: Array(MAX_OWN_VIEWS).fill(view(1)) })).toBe(true);
  expect(fits({ ...choice, views: Array(MAX_OWN_VIEWS + 1).fill(view(1)) })).toBe(false);
});

test("an item is moved inside the list, and not out of it", () => {
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
  expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "b", "c"]);
  expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], 3, -1)).toEqual(["a", "b", "c"]);
});

test("no page that can be chosen is longer than a list answers", () => {
  expect(Math.max(...PAGE_SIZES)).toBeLessThanOrEqual(MAX_LIMIT);
});
