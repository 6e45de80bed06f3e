import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { runs, timeoutOf } from "../../property-runs.ts";
import type { Opened } from "../store.ts";
import {
  book,
  booksWith,
  column,
  found,
  insert,
  list,
  remove,
  SHAPES,
  SHELVES,
  shelf,
  update,
} from "./library.ts";

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
    await opened.store.applyShapes(SHAPES);
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
    ["hook-width letters, not full-width ones", "fu", ["c"]],
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

  test("a search longer than the field's texts can be finds nothing, whatever is stored", async () => {
    const { store } = opened;
    await store.applyShapes([SHELVES, booksWith({ ...column("title", "text"), maxLength: 4 })]);
    expect(await found(store, "tea ")).toEqual(["d"]);
    expect(await found(store, "tea 👩")).toEqual([]);
    expect(await found(store, "𠮷野家")).toEqual(["d"]);
    await store.applyShapes([SHELVES, booksWith({ ...column("title", "text"), maxLength: 5 })]);
    expect(await found(store, "tea 👩")).toEqual(["d"]);
  });

  test("of a long text the beginning is searched, and a longer search finds nothing", async () => {
    const { store } = opened;
    const filling = (length: number) => "漢字𠮷ab".repeat(length).slice(0, length);
    const [end, beyond] = ["-the end", "-behind it"];
    const seen = [...filling(2000)].slice(0, 1024 - end.length).join("");
    await insert(store, "books", book("long", { title: `${seen}${end}${beyond}${filling(9000)}` }));
    expect(await found(store, end)).toEqual(["long"]);
    expect(await found(store, seen)).toEqual(["long"]);
    expect(await found(store, `${seen}${end}`)).toEqual(["long"]);
    expect(await found(store, beyond)).toEqual([]);
    expect(await found(store, beyond.slice(1))).toEqual([]);
    expect(await found(store, `${seen}${end}${beyond.slice(0, 1)}`)).toEqual([]);
    for (const text of ["x".repeat(3000), filling(6000), "\u{1F375}".repeat(1025)])
      expect(await list(store, "books", { search: { field: "title", text } })).toEqual({
        records: [],
        total: 0,
      });
    await update(store, "books", "long", { title: end });
    expect(await found(store, end)).toEqual(["long"]);
    expect(await found(store, seen)).toEqual([]);
  });

  test("a search of many different characters finds the one text that holds all of them", async () => {
    const { store } = opened;
    const characters = Array.from({ length: 600 }, (_, n) => String.fromCodePoint(0x4e00 + n));
    const without = (n: number) => characters.filter((_, at) => at !== n).join("");
    await insert(
      store,
      "books",
      book("all", { title: characters.join("") }),
      ...[0, 1, 299, 598, 599].map((n) => book(`without ${n}`, { title: without(n) })),
    );
    expect(await found(store, characters.join(""))).toEqual(["all"]);
    expect(await found(store, characters.slice(1, -1).join(""))).toEqual(["all", "without 0", "without 599"]);
  });

  const piece = fc.constantFrom(
    ..."aAbBΣσςßÉéİi%_'\"\\ 珍奶茶𠮷👩‍🍳ＦｆＵǅ\u0307\u{10FFFF}".split(/(?:)/u),
    "\uD800",
    "\0",
    "ΟΔΟΣ",
    "aaaa",
    "AND",
    "x".repeat(199),
    "漢字".repeat(300),
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.string({ unit: "binary", maxLength: 12 }),
  );

  test(
    "any texts, any parts of them: all that hold it, and no other",
    async () => {
      const { store } = opened;
      await store.applyShapes([{ ...SHELVES, unique: [] }]);
      const cut = fc.record({ of: fc.nat(), from: fc.nat(), length: fc.integer({ min: 1, max: 9 }) });
      await fc.assert(
        fc.asyncProperty(
          fc.array(text, { minLength: 1, maxLength: 12 }),
          fc.array(fc.oneof(text, cut), { minLength: 1, maxLength: 8 }),
          async (names, wanted) => {
            await insert(store, "shelves", ...names.map((name, n) => shelf(`s${n}`, { name })));
            for (const one of wanted) {
              const needle = typeof one === "string" ? one : partOf(names, one);
              const expected = names.flatMap((name, n) => (holds(name, needle) ? [`s${n}`] : [])).sort();
              const search = { field: "name", text: needle };
              const sort = { field: "createdAt", order: "desc" } as const;
              const answer = await list(store, "shelves", { search, sort });
              expect([answer.total, answer.records.map(({ _id }) => _id)]).toEqual([
                expected.length,
                expected.reverse(),
              ]);
            }
            await remove(store, "shelves", ...names.map((_, n) => `s${n}`));
          },
        ),
        { numRuns: runs(50) },
      );
    },
    timeoutOf(20_000),
  );
}

interface Cut {
  readonly of: number;
  readonly from: number;
  readonly length: number;
}

/** A part of one of the texts, in another case where it has one. */
function partOf(texts: readonly string[], { of, from, length }: Cut): string {
  const characters = [...(texts[of % texts.length] ?? "")];
  const at = from % Math.max(1, characters.length);
  const part = characters.slice(at, at + length).join("");
  return of % 2 === 0 ? part : part.toUpperCase();
}

/** What `foldSearched` promises, said otherwise: character after character, of the first 1,024. */
function holds(text: string, needle: string): boolean {
  const fold = (given: string) =>
    [...given]
      .slice(0, 1024)
      .flatMap((one) => [...(/\p{Surrogate}|\0/u.test(one) ? "\uFFFD" : one).toLowerCase()])
      .map((one) => (one === "ς" ? "σ" : one));
  if (needle === "") return true;
  if ([...needle].length > 1024) return false;
  const [characters, wanted] = [fold(text), fold(needle)];
  return characters.some((_, at) => wanted.every((one, n) => one === characters[at + n]));
}
