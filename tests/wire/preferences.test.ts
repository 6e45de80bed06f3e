import { expect, it } from "vitest";
import type { Json } from "../../src/model/record.ts";
import { languageFor } from "../../src/wire/language.ts";
import {
  isPreference,
  MAX_OWN_VIEWS,
  MAX_RECENT_RECORDS,
  MAX_VIEW_NAME,
} from "../../src/wire/preferences.ts";

const isOne = (key: string, value: Json) => isPreference(key, value, ["en", "zh-TW"]);
const view = (more: { readonly [key: string]: Json } = {}) => ({
  id: 1,
  name: "Cheap",
  query: "sort=price",
  ...more,
});
const views = (...all: readonly Json[]) => ({ views: all });

it.each<[string, Json]>([
  ["language", "zh-TW"],
  ["language", "system"],
  ["theme", "system"],
  ["theme", "light"],
  ["sidebar", "collapsed"],
  ["list:books", {}],
  ["list:reading-lists", { ...views(view()), columns: { all: ["title"], own: [] }, pageSize: 50 }],
  ["list:books", views(view({ id: 0 }))],
  ["list:books", views({ name: "Without an id, as once", query: "" })],
  ["recent", []],
  ["recent", [{ entity: "books", id: "b1" }]],
])("%s may be %j", (key, value) => expect(isOne(key, value)).toBe(true));

it.each<[string, Json]>([
  ["language", "zh"],
  ["language", ""],
  ["language", null],
  ["theme", "auto"],
  ["sidebar", true],
  ["list:", {}],
  ["list:books", []],
  ["list:books", "views"],
  ["list:books", { view: 1 }],
  ["list:books", { pageSize: -1 }],
  ["list:books", { pageSize: 1.5 }],
  ["list:books", { columns: ["title"] }],
  ["list:books", { columns: { all: [1] } }],
  ["list:books", views(view({ id: "1" }))],
  ["list:books", views(view({ name: "x".repeat(MAX_VIEW_NAME + 1) }))],
  ["list:books", views(view({ shared: true }))],
  ["list:books", views({ id: 1, name: "No query" })],
  ["list:books", views(...Array<Json>(MAX_OWN_VIEWS + 1).fill(view()))],
  ["recent", Array<Json>(MAX_RECENT_RECORDS + 1).fill({ entity: "books", id: "b1" })],
  ["recent", [{ entity: "books" }]],
  ["toString", "dark"],
  ["anything", "dark"],
])("%s may not be %j", (key, value) => expect(isOne(key, value)).toBe(false));

it.each([
  ["zh-TW", "zh-TW"],
  ["ZH-tw", "zh-TW"],
  ["zh", "zh-TW"],
  ["fr, zh-Hant-HK,en", "zh-TW"],
  ["en-GB,zh", "en"],
  ["fr", undefined],
  ["", undefined],
  [`${"fr,".repeat(10)}en`, undefined],
])("of en and zh-TW, whoever wants %j gets %s", (wanted, got) =>
  expect(languageFor(wanted, ["en", "zh-TW"])).toBe(got),
);
