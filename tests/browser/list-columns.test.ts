import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { beginStory } from "./story.ts";
import { expectNoComplaints } from "./visit.ts";

/** Columns are as wide as what stands in them; the name has what is left. */

const { api, open } = await beginStory();

const LONG = "Extra-long Earl Grey with brown-sugar pearls and cheese foam";
const [category] = await api.find("categories", "");
for (const [name, price] of [
  [LONG, 120.5],
  ["四季春", 9],
] as const)
  await api.create("drinks", {
    name,
    price,
    category: category?._id,
    images: [],
    hotCold: "冷",
    size: "大",
    selling: true,
    kal: 0,
  });

async function drawn(page: Page) {
  await page.locator('table[aria-busy="false"]').waitFor();
}

/** Texts of the table that are cut. */
const cutTexts = (page: Page) =>
  page
    .locator(".table")
    .evaluate((table) =>
      [...table.querySelectorAll<HTMLElement>("th, td, .sort-label, .cell-text, .record-link")]
        .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
        .map((one) => `${one.className} ${one.textContent}`),
    );

it.each([1280, 1100, 1024])(
  "at %i px nothing is cut but long names, and the numbers stand under each other",
  async (width) => {
    const person = await open("/drinks/list", { width });
    const { page } = person;
    await drawn(page);
    expect((await cutTexts(page)).filter((text) => !text.includes(LONG))).toEqual([]);
    const ends = await page
      .locator(".cell-number, th.table-end .sort-label")
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
    expect(new Set(ends).size).toBe(1);
    expectNoComplaints(person);
  },
);

it("a date has its text's width, the name what is left: a long one is whole", async () => {
  const { page } = await open("/drinks/list");
  await drawn(page);
  expect(await cutTexts(page)).toEqual([]);
  const widths = await page
    .locator("tbody tr")
    .first()
    .evaluate((row) => {
      const of = (selector: string) => row.querySelector(selector)?.getBoundingClientRect().width ?? 0;
      return {
        row: row.getBoundingClientRect().width,
        name: of(".table-named"),
        date: of("td:has(> time)"),
        text: of("time"),
        image: of("td:has(> .cell-image)"),
      };
    });
  expect(widths.date).toBeGreaterThanOrEqual(widths.text + 24);
  // Another minute may be a little wider.
  expect(widths.date).toBeLessThan(widths.text + 24 + 16);
  expect(widths.image).toBeLessThan(76);
  expect(widths.name).toBeGreaterThan(widths.row / 2);
});

it("a table of many columns leaves a third to names, however narrow it is", async () => {
  const { page } = await open("/drinks/list");
  await drawn(page);
  await page.getByRole("button", { name: "檢視設定" }).click();
  const hidden = page.locator(".view-column input:not(:checked)");
  // Not `check`, which wants it done with the click: what is chosen goes through the address.
  for (let left = await hidden.count(); left > 0; left -= 1) {
    await hidden.first().click();
    await expect.poll(() => hidden.count()).toBe(left - 1);
  }
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 980, height: 800 });
  const [row, name] = await Promise.all([
    page.locator("tbody tr").first().boundingBox(),
    page.locator("tbody .table-named").first().boundingBox(),
  ]);
  expect(name?.width).toBeGreaterThan((row?.width ?? 0) * 0.28);
});

it("the columns stand where they will be before there are rows", async () => {
  const { page } = await open("/categories/list");
  await drawn(page);
  let free = () => {};
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  await page.route("**/api/rest/drinks?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "飲品", exact: true }).click();
  await page.locator("tr:not(.table-unsettled) > th >> nth=0").waitFor();
  await page.getByRole("columnheader", { name: "價格" }).waitFor();
  const places = () =>
    page.locator("th").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  const before = await places();
  free();
  await drawn(page);
  await page.getByText("四季春").first().waitFor();
  expect(await places()).toEqual(before);
});
