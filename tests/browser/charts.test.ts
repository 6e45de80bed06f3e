import { beforeAll, expect, it } from "vitest";
import { untilIdle } from "./idle.ts";
import { expectHeading } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints } from "./visit.ts";

const { api, open } = await beginStory({ as: { username: "content", role: "contentManager" } });

const TYPES = ["奶茶", "果茶"] as const;
let counted: ReadonlyMap<string, number>;
beforeAll(async () => {
  const values = { hotCold: "冷", size: "大", kal: 0, price: 41, selling: true };
  for (const [at, type] of TYPES.entries()) {
    const [category] = await api.find("categories", type);
    await api.create("drinks", { ...values, category: category?._id, name: `圖表 ${at}` });
  }
  const drinks = await api.find("drinks", "");
  const categories = await api.find("categories", "");
  counted = new Map(
    categories.map(({ _id, name }) => [
      String(name),
      drinks.filter(({ category }) => category === _id || (category as { _id?: string })?._id === _id).length,
    ]),
  );
});

it.each([
  [1280, 800, 1],
  [390, 844, 2],
])(
  "at %i px charts are drawn under our policy, crisp, and each leads to its records, as a picture and as a table",
  async (width, height, ratio) => {
    const person = await open("/", { width, height, ratio });
    const { page } = person;
    await expectHeading(page, "What would you like to do?");
    const chart = page.getByRole("region", { name: "Drinks by type" });
    const canvas = chart.locator("canvas");
    await canvas.waitFor();
    // Something is drawn, with a pixel of the canvas for each of the screen.
    const drawn = await canvas.evaluate((element) => {
      const { width, height } = element as HTMLCanvasElement;
      const data =
        (element as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
      return { inked: data.some((byte) => byte > 0), share: width / element.getBoundingClientRect().width };
    });
    expect(drawn.inked).toBe(true);
    expect(drawn.share).toBeCloseTo(ratio, 1);
    // Who cannot see it has the same as a table.
    const rows = await chart.getByRole("row").allTextContents();
    const [first] = rows.slice(1);
    const type = String(first).replace(/\d+$/, "");
    expect(first).toBe(`${type}${counted.get(type)}`);
    for (const name of TYPES) expect(rows).toContain(`${name}${counted.get(name)}`);
    await chart.getByText(/^Counted /).waitFor();
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over).toBe(0);

    // The greatest is at the top.
    await chart.locator(".u-over").click({ position: { x: 20, y: 15 } });
    await expectHeading(page, "飲品列表");
    await page.getByText(`共 ${counted.get(type)} 筆`).waitFor();
    await page.goBack();
    await chart.getByRole("button", { name: "Numbers as a table" }).click();
    await expect.poll(() => canvas.count()).toBe(0);
    await chart.getByRole("link", { name: "果茶" }).click();
    await expectHeading(page, "飲品列表");
    await page.getByText(`共 ${counted.get("果茶")} 筆`).waitFor();
    expectNoComplaints(person);
  },
);

it("a list alone does not load what draws", async () => {
  const person = await open("/drinks/list", { width: 1280, height: 800 });
  const { page } = person;
  await page.getByRole("link", { name: "圖表 0" }).first().waitFor();
  await untilIdle(page);
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(loaded.some((name) => /\/assets\/.*\.js/.test(name))).toBe(true);
  expect(loaded.filter((name) => /plot/i.test(name))).toEqual([]);
  await page.getByRole("link", { name: "CMS" }).first().click();
  await page.locator("canvas").first().waitFor();
  const then = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(then.filter((name) => /plot.*\.js/i.test(name))).toHaveLength(1);
  expectNoComplaints(person);
});

it.each([1280, 390])("at %i px a chart is as high as its bars, few or many", async (width) => {
  const { page } = await open("/", { width, height: 844 });
  await expectHeading(page, "What would you like to do?");
  await page.locator(".home-chart canvas").nth(1).waitFor();
  const heights = await page.locator(".home-chart").evaluateAll((all) =>
    all.map((one) => ({
      bars: one.querySelectorAll("tbody tr").length,
      canvas: one.querySelector("canvas")?.getBoundingClientRect().height ?? 0,
      plot: one.querySelector(".home-plot")?.getBoundingClientRect().height ?? 0,
    })),
  );
  expect(new Set(heights.map(({ bars }) => bars)).size).toBeGreaterThan(1);
  for (const { bars, canvas, plot } of heights) {
    expect(canvas).toBe(28 * bars);
    expect(plot).toBe(canvas);
  }
});
