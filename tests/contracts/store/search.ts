import { beforeEach, expect, test } from "vitest";
import type { Opened } from "../store.ts";
import { book, found, insert, list, remove, SHAPES, update } from "./library.ts";

const TITLES = {
  a: "珍珠奶茶 Milk TEA",
  b: "100% _pure_ *fresh* [x] 'y' \"z\"",
  c: "ＦＵＬＬ full",
  d: "tea 👩‍🍳👨‍🍳 𠮷野家",
  e: "Straße ΟΔΟΣ ÉTÉ",
  f: null,
  g: "",
  h: "aaaa",
  i: `${"long ".repeat(100)}needle in ${"long ".repeat(100)}`,
};

export function searchContract(opened: Opened): void {
  beforeEach(async () => {
    await opened.store.prepare(SHAPES);
    await insert(opened.store, "books", ...Object.entries(TITLES).map(([id, title]) => book(id, { title })));
  });

  test.each([
    ["one character", "x", ["b"]],
    ["one Chinese character", "奶", ["a"]],
    ["two Chinese characters", "奶茶", ["a"]],
    ["three", "珍珠奶", ["a"]],
    ["characters that do not stand together", "珍奶", []],
    ["the last character", "家", ["d"]],
    ["either case", "mILk tEa", ["a"]],
    ["several records", "tea", ["a", "d"]],
    ["a blank", " ", ["a", "b", "c", "d", "e", "i"]],
    ["%, which matches itself", "%", ["b"]],
    ["0%, not anything", "0% ", ["b"]],
    ["_, which matches itself", "_p", ["b"]],
    ["*", "*", ["b"]],
    [".*", ".*", []],
    ["[", "[x]", ["b"]],
    ["single quotes", "'y'", ["b"]],
    ["double quotes", '"z"', ["b"]],
    ["one double quote", '"', ["b"]],
    ["words of a query language", "tea OR 珍", []],
    ["NEAR", "NEAR(tea)", []],
    ["full-width letters, in either case", "ｆｕ", ["c"]],
    ["half-width letters, not full-width ones", "fu", ["c"]],
    ["an emoji", "🍳", ["d"]],
    ["a joined emoji", "👨‍🍳", ["d"]],
    ["a character beyond the first plane", "𠮷野", ["d"]],
    ["a capital with accent", "été", ["e"]],
    ["ß as it is", "straß", ["e"]],
    ["ss, which is not ß", "strass", []],
    ["a sigma as words end with, too", "οδος", ["e"]],
    ["characters that repeat", "aaaa", ["h"]],
    ["one more than there are", "aaaaa", []],
    ["a part of a long text", "needle in", ["i"]],
    ["a text longer than all", "long ".repeat(300), []],
    ["a long part", `needle in ${"LONG ".repeat(99)}`, ["i"]],
    ["nothing, which finds all", "", Object.keys(TITLES)],
  ])("finds by %s", async (_, text, expected) => {
    expect(await found(opened.store, text)).toEqual(expected);
    const { total } = await list(opened.store, "books", { search: { field: "title", text }, limit: 1 });
    expect(total).toBe(expected.length);
  });

  test("follows updates and deletions", async () => {
    const { store } = opened;
    await update(store, "books", "a", { title: "coffee" });
    await update(store, "books", "f", { title: "奶油" });
    expect(await found(store, "奶")).toEqual(["f"]);
    expect(await found(store, "tea")).toEqual(["d"]);
    await update(store, "books", "f", { title: null });
    await remove(store, "books", "d");
    expect(await found(store, "奶")).toEqual([]);
    expect(await found(store, "tea")).toEqual([]);
    await insert(store, "books", book("z", { title: "tea" }));
    expect(await found(store, "tea")).toEqual(["z"]);
  });

  test("finds in many matches as in few, on every page and in every order", async () => {
    const { store } = opened;
    const many = Array.from({ length: 1500 }, (_, n) =>
      book(`m${String(n).padStart(4, "0")}`, {
        title: n % 10 === 3 ? `rare ${"x".repeat(300)} common ${n}` : `Common ${n}`,
        pages: (n * 7919) % 1500,
        genre: n % 4 === 0 ? "novel" : "essay",
      }),
    );
    await insert(store, "books", ...many);
    const byPages = [...many].sort((a, b) => Number(a.pages) - Number(b.pages)).map(({ _id }) => _id);
    for (const offset of [0, 700, 1300, 1495]) {
      const page = { offset, limit: 10, sort: { field: "pages", order: "asc" } as const };
      const answer = await list(store, "books", { ...page, search: { field: "title", text: "COMMON" } });
      expect(answer.total).toBe(1500);
      expect(answer.records.map(({ _id }) => _id)).toEqual(byPages.slice(offset, offset + 10));
    }
    const without = { field: "genre", values: ["essay"] };
    const search = { field: "title", text: "common" };
    expect((await list(store, "books", { search, without })).total).toBe(375);
    const hidden = await list(store, "books", {
      search,
      without: { field: "genre", values: ["novel"] },
      limit: 5,
    });
    expect(hidden.records.map(({ _id }) => _id)).toEqual(["m0001", "m0002", "m0003", "m0005", "m0006"]);
    expect(hidden.total).toBe(1125);
    expect((await list(store, "books", { search: { field: "title", text: "rare x" }, without })).total).toBe(
      0,
    );
    expect((await list(store, "books", { search: { field: "title", text: "x common" } })).total).toBe(150);
  });
}
