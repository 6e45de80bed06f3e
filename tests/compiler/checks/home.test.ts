import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { type Loose, libraryWith, PLUGINS } from "../../model/library.ts";
import { told } from "./told.ts";

async function checked(change: (tiles: Loose[], app: Loose) => void) {
  return checkConfig(await libraryWith({ "app.json": (app) => change(app.home.tiles, app) }), PLUGINS);
}

describe("the tiles of the start page", () => {
  it.each([
    ["an entity that there is not", { entity: "boks" }, "UNKNOWN_ENTITY", "entity"],
    ["a view that there is not", { view: "no-covers" }, "UNKNOWN_VIEW", "view"],
    ["another entity's view", { view: "long-away" }, "UNKNOWN_VIEW", "view"],
    ["a name of every object's as a view", { view: "constructor" }, "UNKNOWN_VIEW", "view"],
    ["an icon that there is not", { icon: "pi-bokk" }, "UNKNOWN_ICON", "icon"],
    ["no text in the app's language", { label: { de: "Bücher" } }, "NO_LABEL", "label"],
    ["an empty text", { label: " " }, "NO_LABEL", "label"],
    ["the text of another tile", { label: "Long away" }, "DUPLICATE_LABEL", undefined],
    [
      "a field by which the list is not filtered",
      { filter: [{ field: "price", op: "gte", value: 5 }] },
      "NOT_FILTERED",
      "filter/0/field",
    ],
    [
      "a field that there is not",
      { filter: [{ field: "pryce", op: "gte", value: 5 }] },
      "UNKNOWN_FIELD",
      "filter/0/field",
    ],
    [
      "the account, which no address can spell",
      { filter: [{ field: "updatedBy", op: "eq", value: { account: "username" } }] },
      "NOT_ALLOWED",
      "filter/0/value",
    ],
    [
      "a choice that the field does not have",
      { filter: [{ field: "genre", op: "eq", value: "cooking" }] },
      "NOT_ALLOWED",
      "filter/0/value",
    ],
  ])("%s is a problem, with its place and a hint", async (_, change, code, key) => {
    const { problems } = await checked((tiles) => Object.assign(tiles[0] ?? {}, change));
    expect(problems.map((one) => one.code)).toEqual([code]);
    expect(problems[0]?.file).toBe("app.json");
    if (key !== undefined) expect(problems[0]?.path).toBe(`/home/tiles/0/${key}`);
    expect(problems[0]?.line).toBeGreaterThan(1);
    expect(told(problems)).toMatchSnapshot();
  });

  const chartOf = (chart: Loose): Loose => ({ kind: "chart", chart });
  it.each([
    ["a chart that does not say of what", { kind: "chart" }, "MISSING_KEY", ""],
    ["what a chart shows, of a count", { chart: { by: "genre" } }, "NOT_ALLOWED", "/chart"],
    ["a chart by a field that there is not", chartOf({ by: "gerne" }), "UNKNOWN_FIELD", "/chart/by"],
    ["a chart by what a reference leads to", chartOf({ by: "subject.name" }), "UNKNOWN_FIELD", "/chart/by"],
    ["a chart by a list", chartOf({ by: "photos" }), "NOT_ALLOWED", "/chart/by"],
    ["a chart by a formatted text", chartOf({ by: "note" }), "NOT_LISTED", "/chart/by"],
    ["a chart by a long text", chartOf({ by: "isbn" }), "NOT_ALLOWED", "/chart/by"],
    ["a chart by what is unique", chartOf({ by: "title" }), "NOT_ALLOWED", "/chart/by"],
    ["a sum of what there is not", chartOf({ by: "genre", sum: "prize" }), "UNKNOWN_FIELD", "/chart/sum"],
    ["a sum of no numbers", chartOf({ by: "genre", sum: "title" }), "NOT_ALLOWED", "/chart/sum"],
    ["days of no date", chartOf({ by: "genre", days: { from: -6, to: 0 } }), "NOT_ALLOWED", "/chart/days"],
    [
      "days that end before they begin",
      chartOf({ by: "createdAt", days: { from: 0, to: -1 } }),
      "BAD_VALUE",
      "/chart/days",
    ],
    ["too many days", chartOf({ by: "createdAt", days: { from: -366, to: 0 } }), "BAD_VALUE", "/chart/days"],
  ])("%s is a problem", async (_, change, code, key) => {
    const { problems } = await checked((tiles) => Object.assign(tiles[0] ?? {}, change));
    expect(problems.map((one) => [one.code, one.path])).toEqual([[code, `/home/tiles/0${key}`]]);
    expect(told(problems)).toMatchSnapshot();
  });

  it("a chart by a long text is told that a shorter one would do", async () => {
    const { problems } = await checked((tiles) => Object.assign(tiles[0] ?? {}, chartOf({ by: "summary" })));
    expect(problems.map((one) => one.hint)).toEqual([
      'Give the field a "maxLength" of 200 or less, or name a choice, a yes/no, a reference, a number or a date.',
    ]);
  });

  it("days that are none are told how days are written", async () => {
    const { problems } = await checked((tiles) =>
      Object.assign(tiles[0] ?? {}, chartOf({ by: "createdAt", days: 7 })),
    );
    expect(problems.map((one) => one.hint)).toEqual(['Write { "from": -6, "to": 0 }.']);
  });

  it("charts have thirty days where none are said, and any within a year and a day", async () => {
    const charts = [
      { by: "createdAt" },
      { by: "createdAt", days: { from: -365, to: 0 } },
      { by: "scores.staff" },
    ];
    for (const asked of charts) {
      const { config, problems } = await checked((tiles) =>
        Object.assign(tiles[0] ?? {}, { kind: "chart", chart: asked }),
      );
      expect(problems).toEqual([]);
      expect(config?.home[0]?.chart).toEqual({ days: { from: -29, to: 0 }, ...asked });
    }
  });

  it.each([
    ["none", (app: Loose) => (app.home.tiles = [])],
    ["thirteen", (app: Loose) => (app.home.tiles = Array.from({ length: 13 }, () => app.home.tiles[0]))],
    ["a kind that there is not", (app: Loose) => (app.home.tiles[0].kind = "sum")],
  ])("%s are a problem", async (_, change) => {
    const { problems } = await checked((_tiles, app) => void change(app));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every(({ path }) => path.startsWith("/home/tiles"))).toBe(true);
  });

  it("for a role that opens the list by its long form of rights are no problem", async () => {
    const files = await libraryWith({
      "entities/books.json": (json) => {
        json.list.views[1].roles = ["shelver"];
      },
    });
    expect(checkConfig(files, PLUGINS).problems).toEqual([]);
  });

  it("are resolved into the app's language, and need not be there", async () => {
    const { config } = await checked(() => undefined);
    expect(config?.home.map(({ label }) => label)).toContain("Books without a cover");
    expect((await checked((_, app) => delete app.home)).config?.home).toEqual([]);
  });
});
