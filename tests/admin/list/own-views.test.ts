import { expect, test } from "vitest";
import { readListAddress, writeListAddress } from "../../../src/admin/list/list-address.ts";
import { readChoice, writeChoice } from "../../../src/admin/list/views/list-choice.ts";
import { fits, isOutdated, moved, sharedQuery } from "../../../src/admin/list/views/own-views.ts";
import type { ListLayout } from "../../../src/admin/list/views/use-list-layout.ts";
import { columnsOf, PAGE_SIZES, viewAt } from "../../../src/admin/list/views/view-address.ts";
import { checkConfig } from "../../../src/compiler/compile.ts";
import type { Entity } from "../../../src/model/entity.ts";
import { MAX_LIMIT } from "../../../src/model/list/list-view.ts";
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
  const twice = [1, 2].map((id) => ({ id, name: "one", query: "" }));
  expect(readChoice({ views: twice }).views).toHaveLength(1);
});

test("more than the server stores does not fit: in bytes, not characters", () => {
  const view = (length: number) => ({ id: 1, name: "x", query: "界".repeat(length) });
  const choice = { views: [], columns: {}, pageSize: 0 };
  expect(fits({ ...choice, views: [view(2_700)] })).toBe(true);
  expect(fits({ ...choice, views: [view(2_800)] })).toBe(false);
});

test("an item is moved inside the list, and not out of it", () => {
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
  expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "b", "c"]);
});

test("no page that can be chosen is longer than a list answers", () => {
  expect(Math.max(...PAGE_SIZES)).toBeLessThanOrEqual(MAX_LIMIT);
});
